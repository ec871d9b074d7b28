package dev.sandboxed.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Isolation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineExecutionResults;

class CleanUpTests {

    @TempDir
    Path state;

    /** For those who need many sandboxes, whatever provider makes them. */
    private Suite quickest() {
        return new Suite(state).with("sandbox.provider", "subprocess");
    }

    private EngineExecutionResults failsAndLeavesNothing(Class<?> testClass) {
        Suite suite = new Suite(state);
        EngineExecutionResults results = suite.run(testClass);
        assertThat(Suite.failures(results)).isNotEmpty();
        assertThat(suite.leftovers()).isEqualTo(Suite.NOTHING_LEFT);
        return results;
    }

    @Test
    void nothingIsLeftHoweverATestEnds() {
        failsAndLeavesNothing(FailingConstructor.class);
        failsAndLeavesNothing(FailingLifecycle.class);
        failsAndLeavesNothing(FailingTest.class);
        failsAndLeavesNothing(FailingAfterAll.class);
        failsAndLeavesNothing(TimedOut.class);
        assertThat(Suite.failures(failsAndLeavesNothing(FailingSecondInjection.class)))
                .singleElement()
                .asString()
                .startsWith("No provider for isolation microvm");
    }

    @Sandboxed
    static class FailingConstructor {
        FailingConstructor(Sandbox sandbox) {
            throw new IllegalStateException("constructor of " + sandbox.id());
        }

        @Test
        void test() {
            assertThat(this).isNotNull();
        }
    }

    @Sandboxed
    static class FailingLifecycle {
        @BeforeEach
        void fail(Sandbox sandbox) {
            throw new IllegalStateException("lifecycle of " + sandbox.id());
        }

        @Test
        void test() {
            assertThat(this).isNotNull();
        }
    }

    static class FailingTest {
        @Sandboxed
        static Sandbox ofClass;

        @Test
        void test(@Sandboxed Sandbox sandbox) {
            sandbox.shell("setsid sleep 300 > /dev/null 2>&1 &");
            assertThat(sandbox.id()).isEqualTo(ofClass.id());
        }
    }

    static class FailingAfterAll {
        @Sandboxed
        static Sandbox ofClass;

        @Test
        void test() {
            assertThat(ofClass.exec("true").succeeded()).isTrue();
        }

        @AfterAll
        static void fail() {
            throw new IllegalStateException("after all of " + ofClass.id());
        }
    }

    static class FailingSecondInjection {
        @Test
        void test(@Sandboxed Sandbox first, @Sandboxed(isolation = Isolation.MICROVM) Sandbox second) {
            assertThat(first).isNotSameAs(second);
        }
    }

    @Sandboxed
    static class TimedOut {
        @Test
        @Timeout(value = 300, unit = TimeUnit.MILLISECONDS)
        void test(Sandbox sandbox) {
            assertThat(sandbox.exec("sleep", "300").succeeded()).isTrue();
        }
    }

    @Test
    void fiveHundredTestsOneByOneLeaveNothing() throws IOException {
        fiveHundredTests(quickest());
    }

    @Test
    void fiveHundredTestsOnEightThreadsDoNotMeetAndLeaveNothing() throws IOException {
        fiveHundredTests(quickest()
                .with("junit.jupiter.execution.parallel.enabled", "true")
                .with("junit.jupiter.execution.parallel.mode.default", "concurrent")
                .with("junit.jupiter.execution.parallel.config.strategy", "fixed")
                .with("junit.jupiter.execution.parallel.config.fixed.parallelism", "8"));
    }

    private void fiveHundredTests(Suite suite) throws IOException {
        suite.run(Many.class);
        Many.IDS.clear();
        List<String> before = openDescriptors();
        EngineExecutionResults results = suite.run(Many.class);
        assertThat(Suite.failures(results)).isEmpty();
        assertThat(Suite.succeeded(results)).isEqualTo(500);
        assertThat(Many.IDS).hasSize(500);
        assertThat(suite.leftovers()).isEqualTo(Suite.NOTHING_LEFT);
        await().untilAsserted(() -> assertThat(openDescriptors()).hasSizeLessThanOrEqualTo(before.size()));
    }

    /** Leaves out jars: the JVM opens one for good when the first class in it is loaded, whenever that is. */
    private static List<String> openDescriptors() throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.map(CleanUpTests::target)
                    .filter(target -> !target.isEmpty() && !target.contains(".jar"))
                    .toList();
        }
    }

    /** Returns nothing for a descriptor that was closed meanwhile, as that of the listing itself is. */
    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return "";
        }
    }

    @Sandboxed
    static class Many {
        static final Set<String> IDS = ConcurrentHashMap.newKeySet();

        @BeforeEach
        void write(Sandbox sandbox) {
            sandbox.files().write("id", sandbox.id());
        }

        @RepeatedTest(500)
        void test(Sandbox sandbox) {
            assertThat(sandbox.exec("cat", "id").stdout()).isEqualTo(sandbox.id());
            assertThat(IDS.add(sandbox.id())).isTrue();
        }
    }

    @Test
    void suiteWithoutTheAnnotationLoadsNoProvider() {
        int before = CountingProviderFactory.LOADED.get();
        EngineExecutionResults results = quickest().run(Plain.class);
        assertThat(Suite.succeeded(results)).isEqualTo(1);
        assertThat(CountingProviderFactory.LOADED).hasValue(before);
        quickest().run(Many.class);
        assertThat(CountingProviderFactory.LOADED).hasValue(before + 1);
    }

    static class Plain {
        @Test
        void test() {
            assertThat(this).isNotNull();
        }
    }
}
