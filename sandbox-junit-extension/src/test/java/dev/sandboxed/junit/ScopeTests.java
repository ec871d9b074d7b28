package dev.sandboxed.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineExecutionResults;

class ScopeTests {

    private static final Queue<String> SEEN = new ConcurrentLinkedQueue<>();

    @TempDir
    Path state;

    @BeforeEach
    void forget() {
        SEEN.clear();
    }

    private void run(int tests, Class<?>... classes) {
        Suite suite = new Suite(state);
        EngineExecutionResults results = suite.run(classes);
        assertThat(Suite.failures(results)).isEmpty();
        assertThat(Suite.succeeded(results)).isEqualTo(tests);
        assertThat(SEEN).hasSize(tests);
        assertThat(suite.leftovers()).isEqualTo(Suite.NOTHING_LEFT);
    }

    @Test
    void allClassesOfARunShareOneThatTheyAskForInTheSameWay() {
        run(4, First.class, Second.class);
        assertThat(new HashSet<>(SEEN)).hasSize(1);
    }

    @Test
    void placesThatAskForSomethingElseShareAnother() {
        run(3, First.class, Other.class);
        assertThat(new HashSet<>(SEEN)).hasSize(2);
    }

    @Test
    void theTestsOfAClassShareOneAndAnotherClassHasItsOwn() {
        run(4, OfClass.class, OfOtherClass.class);
        List<String> seen = List.copyOf(SEEN);
        assertThat(new HashSet<>(seen)).hasSize(2);
        assertThat(seen.get(0)).isEqualTo(seen.get(1));
    }

    @Test
    void aTestThatFailsIsToldWhatTheSharedOneWasDoing() {
        EngineExecutionResults results = new Suite(state).run(Fails.class);
        assertThat(results.testEvents().reportingEntryPublished().stream()
                        .map(event -> event.getPayload().orElseThrow().toString())
                        .toList())
                .anyMatch(entry -> entry.contains("echo before-the-failure"));
    }

    @Test
    void twoScopesAtOnceAreRefused() {
        assertThat(Suite.failures(new Suite(state).run(Torn.class)))
                .singleElement()
                .asString()
                .contains("2 values for scope", "give at most one");
    }

    @Sandboxed(provider = "subprocess", scope = Scope.RUN)
    static class First {
        @Test
        void one(Sandbox sandbox) {
            SEEN.add(sandbox.id());
        }

        @Nested
        class Inner {
            @Test
            void two(Sandbox sandbox) {
                SEEN.add(sandbox.id());
            }
        }
    }

    @Sandboxed(provider = "subprocess", scope = Scope.RUN)
    static class Second {

        @Sandboxed
        private Sandbox field;

        @Test
        void three(Sandbox sandbox) {
            assertThat(field.id()).isEqualTo(sandbox.id());
            SEEN.add(sandbox.id());
        }

        @Test
        void four(@Sandboxed Sandbox sandbox) {
            SEEN.add(sandbox.id());
        }
    }

    @Sandboxed(provider = "subprocess", scope = Scope.RUN, env = "A=b")
    static class Other {
        @Test
        void test(Sandbox sandbox) {
            SEEN.add(sandbox.id());
        }
    }

    @Sandboxed(provider = "subprocess", scope = Scope.CLASS)
    static class OfClass {
        @Test
        void one(Sandbox sandbox) {
            SEEN.add(sandbox.id());
        }

        @Test
        void two(Sandbox sandbox) {
            SEEN.add(sandbox.id());
        }
    }

    static class OfOtherClass extends OfClass {}

    @Sandboxed(provider = "subprocess", scope = Scope.RUN)
    static class Fails {
        @Test
        void fails(Sandbox sandbox) {
            sandbox.shell("echo before-the-failure").orThrow();
            throw new IllegalStateException("on purpose");
        }
    }

    @Sandboxed(
            provider = "subprocess",
            scope = {Scope.RUN, Scope.CLASS})
    static class Torn {
        @Test
        void test(Sandbox sandbox) {
            SEEN.add(sandbox.id());
        }
    }
}
