package dev.sandboxed.junit.inside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.junit.InsideSandbox;
import dev.sandboxed.junit.SandboxMatrix;
import dev.sandboxed.junit.Sandboxed;
import dev.sandboxed.junit.Suite;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineExecutionResults;

class RefusalTests {

    @TempDir
    Path state;

    private Suite suite() {
        return new Suite(state).with("sandbox.provider", "subprocess");
    }

    @Test
    void aSandboxInASandboxIsRefusedWhereverItIsWanted() {
        assertThat(Suite.failures(suite().run(WantsParameter.class, WantsField.class, WantsBefore.class)))
                .hasSize(3)
                .allSatisfy(message -> assertThat(message)
                        .contains("wants a sandbox, and a test that runs inside one is offered no other"))
                .anySatisfy(message -> assertThat(message).contains("WantsParameter.test()"))
                .anySatisfy(message -> assertThat(message).contains("field WantsField.sandbox"))
                .anySatisfy(message -> assertThat(message).contains("WantsBefore.test()"));
    }

    @Test
    void aFactoryOfTestsIsRefused() {
        assertThat(Suite.failures(suite().run(Factory.class)))
                .containsExactly(
                        "@InsideSandbox: tests() is a @TestFactory, whose tests exist only where it runs; write it as a"
                                + " @ParameterizedTest");
    }

    @Test
    void oneMethodOfAClassCanRunInsideAndTheOthersHere() {
        long here = ProcessHandle.current().pid();
        EngineExecutionResults results = suite().run(OneMethod.class);

        assertThat(Suite.failures(results)).hasSize(1);
        assertThat(Suite.failures(results).get(0)).startsWith("pid ").isNotEqualTo("pid " + here);
        assertThat(Suite.succeeded(results)).isEqualTo(1);
        assertThat(OneMethod.seenHere).isEqualTo(here);
    }

    @Test
    void aMatrixRunsTheTestInsideEachOfItsProviders() {
        EngineExecutionResults results = new Suite(state).run(OnMatrix.class);

        assertThat(Suite.failures(results)).isEmpty();
        assertThat(Suite.succeeded(results)).isEqualTo(2);
    }

    @Test
    void aTimeoutOfJunitEndsTheTestInside() {
        assertThat(Suite.failures(suite().run(Slow.class)))
                .singleElement()
                .asString()
                .contains("timed out after 5 seconds");
        assertThat(suite().leftovers()).isEqualTo(Suite.NOTHING_LEFT);
    }

    @InsideSandbox
    @Sandboxed
    static class WantsParameter {
        @Test
        void test(Sandbox sandbox) {
            assertThat(sandbox).isNotNull();
        }
    }

    @InsideSandbox
    static class WantsField {
        @Sandboxed
        Sandbox sandbox;

        @Test
        void test() {
            assertThat(sandbox).isNotNull();
        }
    }

    @InsideSandbox
    @Sandboxed
    static class WantsBefore {
        @BeforeEach
        void before(Sandbox sandbox) {
            assertThat(sandbox).isNotNull();
        }

        @Test
        void test() {
            assertThat(state()).isNotNull();
        }

        private static String state() {
            return "";
        }
    }

    @InsideSandbox
    static class Factory {
        @TestFactory
        List<DynamicTest> tests() {
            return List.of(
                    DynamicTest.dynamicTest("one", () -> assertThat("one").hasSize(3)));
        }
    }

    static class OneMethod {
        static long seenHere;

        @Test
        void here() {
            seenHere = ProcessHandle.current().pid();
            assertThat(seenHere).isPositive();
        }

        @Test
        @InsideSandbox
        void inside() {
            throw new IllegalStateException("pid " + ProcessHandle.current().pid());
        }
    }

    static class OnMatrix {
        @InsideSandbox
        @SandboxMatrix(providers = {"subprocess", "worktree"})
        void test() {
            assertThat(Path.of(".sandboxed/events")).exists();
        }
    }

    @InsideSandbox
    static class Slow {
        @Test
        @Timeout(5)
        void test() throws InterruptedException {
            new java.util.concurrent.CountDownLatch(1).await();
            assertThat(1).isEqualTo(2);
        }
    }
}
