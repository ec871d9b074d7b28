package dev.sandboxed.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxState;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.extension.TestWatcher;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineExecutionResults;

/** A sandbox of a class whose files come back before each test. */
class ResetTests {

    private static final Queue<String> SEEN = new ConcurrentLinkedQueue<>();

    @TempDir
    Path state;

    @BeforeEach
    void forget() {
        SEEN.clear();
    }

    @Test
    void eachTestFindsWhatWasMadeForAllAndNothingOfTheOthers() {
        Suite suite = new Suite(state);

        EngineExecutionResults results = suite.run(Resets.class);

        assertThat(Suite.failures(results)).isEmpty();
        assertThat(Suite.succeeded(results)).isEqualTo(4);
        assertThat(SEEN).hasSize(4).doesNotHaveDuplicates();
        assertThat(suite.leftovers()).isEqualTo(Suite.NOTHING_LEFT);
        assertThat(suite.snapshots()).isEmpty();
    }

    static class Resets {
        @Sandboxed(provider = "subprocess", scope = Scope.CLASS_WITH_RESET)
        static Sandbox sandbox;

        @BeforeAll
        static void prepare() {
            sandbox.files().write("prepared", "once");
            sandbox.shell("echo more >> counted");
        }

        @RepeatedTest(3)
        void test() {
            assertThat(sandbox.files().readText("prepared")).isEqualTo("once");
            assertThat(sandbox.files().readText("counted")).isEqualTo("more\n");
            assertThat(sandbox.files().exists("left")).isFalse();
            sandbox.files().write("prepared", "changed");
            sandbox.shell("echo more >> counted; echo >left; sleep 300 > /dev/null 2>&1 &");
            SEEN.add(sandbox.id());
        }

        @Nested
        class Within {
            @Test
            void test() {
                assertThat(sandbox.files().readText("prepared")).isEqualTo("once");
                SEEN.add(sandbox.id());
            }
        }
    }

    /** It came too late once: the constructor wrote into what the test before had left, and lost that. */
    @Test
    void theResetComesBeforeTheConstructor() {
        Suite suite = new Suite(state);

        assertThat(Suite.failures(suite.run(Constructed.class))).isEmpty();
        assertThat(suite.leftovers()).isEqualTo(Suite.NOTHING_LEFT);
    }

    @Sandboxed(provider = "subprocess", scope = Scope.CLASS_WITH_RESET)
    static class Constructed {
        private final String found;
        private final Sandbox sandbox;

        Constructed(Sandbox sandbox) {
            this.sandbox = sandbox;
            this.found = sandbox.shell("ls").stdout();
            sandbox.shell("echo >made-by-the-constructor");
        }

        @RepeatedTest(3)
        void test() {
            assertThat(found).isEmpty();
            assertThat(sandbox.files().exists("made-by-the-constructor")).isTrue();
            sandbox.files().write("left", "");
        }
    }

    @Test
    void copiesThatATestMadeAreClosedBeforeTheNext() {
        assertThat(Suite.failures(new Suite(state).run(Copying.class))).isEmpty();
        assertThat(SEEN).hasSize(2);
    }

    @Sandboxed(provider = "subprocess", scope = Scope.CLASS_WITH_RESET)
    static class Copying {
        private static final Queue<Sandbox> COPIES = new ConcurrentLinkedQueue<>();

        @RepeatedTest(2)
        void test(Sandbox sandbox) {
            assertThat(COPIES).allMatch(copy -> copy.state() == SandboxState.DESTROYED);
            COPIES.addAll(sandbox.fork(2));
            SEEN.add(sandbox.id());
        }
    }

    @Test
    void whatATestThatFailedLeftIsKeptBeforeTheReset() {
        Path kept = state.resolve("kept-files");

        EngineExecutionResults results =
                new Suite(state).with("sandbox.keepDir", kept.toString()).run(Failing.class);

        assertThat(Suite.failures(results)).singleElement().asString().contains("on purpose");
        assertThat(kept).isDirectoryRecursivelyContaining("glob:**/left-by-one");
    }

    @Sandboxed(provider = "subprocess", scope = Scope.CLASS_WITH_RESET, keep = Keep.ON_FAILURE)
    @TestMethodOrder(MethodOrderer.MethodName.class)
    static class Failing {
        @Test
        void one(Sandbox sandbox) {
            sandbox.files().write("left-by-one", "");
            throw new IllegalStateException("on purpose");
        }

        @Test
        void two(Sandbox sandbox) {
            assertThat(sandbox.files().exists("left-by-one")).isFalse();
        }
    }

    @Test
    void withoutAResetTheNextTestFindsWhatTheOneBeforeLeft() {
        assertThat(Suite.failures(new Suite(state).run(SharesAsItIs.class)))
                .singleElement()
                .asString()
                .contains("left");
    }

    @Sandboxed(provider = "subprocess", scope = Scope.CLASS)
    static class SharesAsItIs {
        @RepeatedTest(2)
        void test(Sandbox sandbox) {
            assertThat(sandbox.files().exists("left")).as("left").isFalse();
            sandbox.files().write("left", "");
        }
    }

    @Test
    void testsThatWouldUseItAtTheSameTimeAreRefused() {
        Suite suite = new Suite(state)
                .with("junit.jupiter.execution.parallel.enabled", "true")
                .with("junit.jupiter.execution.parallel.mode.default", "concurrent")
                .with("junit.jupiter.execution.parallel.config.strategy", "fixed")
                .with("junit.jupiter.execution.parallel.config.fixed.parallelism", "2");

        EngineExecutionResults results = suite.run(AtOnce.class);

        assertThat(Suite.failures(results))
                .singleElement()
                .asString()
                .contains("The sandbox of ResetTests$AtOnce is reset before each test")
                .contains("add @Execution(ExecutionMode.SAME_THREAD)");
        assertThat(Suite.succeeded(results)).isEqualTo(1);
        assertThat(suite.leftovers()).isEqualTo(Suite.NOTHING_LEFT);
    }

    @Sandboxed(provider = "subprocess", scope = Scope.CLASS_WITH_RESET)
    static class AtOnce {
        private static final CountDownLatch REFUSED = new CountDownLatch(1);

        @RegisterExtension
        static final TestWatcher FAILURES = new TestWatcher() {
            @Override
            public void testFailed(ExtensionContext context, Throwable cause) {
                REFUSED.countDown();
            }
        };

        @RepeatedTest(2)
        void test(Sandbox sandbox) throws InterruptedException {
            assertThat(REFUSED.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(sandbox.exec("true").succeeded()).isTrue();
        }
    }
}
