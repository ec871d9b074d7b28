package dev.sandboxed.junit;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineExecutionResults;

class PreparedTests {

    private static final Queue<String> PREPARED = new ConcurrentLinkedQueue<>();

    @TempDir
    Path state;

    @BeforeEach
    void forget() {
        PREPARED.clear();
    }

    @Test
    void aSandboxIsPreparedOnceForAClassAndEveryTestBeginsWithItsOwnCopy() {
        Suite suite = new Suite(state);
        EngineExecutionResults results = suite.run(Begins.class);
        assertThat(Suite.failures(results)).isEmpty();
        assertThat(Suite.succeeded(results)).isEqualTo(3);
        assertThat(PREPARED).hasSize(1);
        assertThat(suite.leftovers()).isEqualTo(Suite.NOTHING_LEFT);
        assertThat(suite.snapshots()).isEmpty();
    }

    @Test
    void aPreparationThatFailsFailsTheTestsAndLeavesNothing() {
        Suite suite = new Suite(state);
        EngineExecutionResults results = suite.run(CannotPrepare.class);
        assertThat(Suite.failures(results)).hasSize(2).allMatch(message -> message.contains("no compiler"));
        assertThat(suite.leftovers()).isEqualTo(Suite.NOTHING_LEFT);
    }

    @Test
    void aMethodThatIsNotThereIsNamedBeforeAnythingIsStarted() {
        EngineExecutionResults results = new Suite(state).run(Misnamed.class);
        assertThat(Suite.failures(results))
                .singleElement()
                .asString()
                .contains("'instal'", "static void instal(Sandbox sandbox)");
        assertThat(PREPARED).isEmpty();
    }

    @Sandboxed(provider = "subprocess", from = "install", seed = @Seed(path = "list.txt", text = "seed\n"))
    static class Begins {

        static void install(Sandbox sandbox) {
            PREPARED.add(sandbox.id());
            sandbox.shell("echo installed >> list.txt").orThrow();
        }

        @Test
        void one(Sandbox sandbox) {
            appends(sandbox);
        }

        @Test
        void two(Sandbox sandbox) {
            appends(sandbox);
        }

        @Test
        void another(@Sandboxed Sandbox other, Sandbox sandbox) {
            assertThat(other.id()).isNotEqualTo(sandbox.id());
            appends(other);
            appends(sandbox);
        }

        private static void appends(Sandbox sandbox) {
            assertThat(PREPARED).doesNotContain(sandbox.id());
            assertThat(sandbox).hasFile("list.txt").withContent("seed\ninstalled\n");
            sandbox.shell("echo more >> list.txt").orThrow();
        }
    }

    @Sandboxed(provider = "subprocess", from = "install")
    static class CannotPrepare {

        static void install(Sandbox sandbox) {
            throw new IllegalStateException("no compiler");
        }

        @Test
        void one(Sandbox sandbox) {
            assertThat(sandbox).isNotNull();
        }

        @Test
        void two(Sandbox sandbox) {
            assertThat(sandbox).isNotNull();
        }
    }

    @Test
    void aNestedClassFindsTheMethodAroundItAndCopiesOfThePreparationAreClosed() {
        Suite suite = new Suite(state);
        EngineExecutionResults results = suite.run(Outer.class);
        assertThat(Suite.failures(results)).isEmpty();
        assertThat(Suite.succeeded(results)).isEqualTo(1);
        assertThat(suite.leftovers()).isEqualTo(Suite.NOTHING_LEFT);
        assertThat(suite.snapshots()).isEmpty();
    }

    @Test
    void aPreparationThatAsksForTooMuchIsNoReasonToSkip() {
        EngineExecutionResults results = new Suite(state).run(AsksForTooMuch.class);
        assertThat(Suite.failures(results)).singleElement().asString().contains("could not be prepared by install");
    }

    @Sandboxed(provider = "subprocess", from = "install")
    static class Outer {

        static void install(Sandbox sandbox) {
            sandbox.files().write("a", "b");
            assertThat(sandbox.fork(1)).hasSize(1);
        }

        @Nested
        class Inner {
            @Test
            void test(Sandbox sandbox) {
                assertThat(sandbox).hasFile("a");
            }
        }
    }

    @Sandboxed(provider = "subprocess", from = "install", onUnavailable = OnUnavailable.SKIP)
    static class AsksForTooMuch {

        static void install(Sandbox sandbox) {
            sandbox.endpoint(80);
        }

        @Test
        void test(Sandbox sandbox) {
            assertThat(sandbox).isNotNull();
        }
    }

    @Sandboxed(provider = "subprocess", from = "instal")
    static class Misnamed {

        static void install(Sandbox sandbox) {
            PREPARED.add(sandbox.id());
        }

        @Test
        void one(Sandbox sandbox) {
            assertThat(sandbox).isNotNull();
        }
    }
}
