package dev.sandboxed.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineExecutionResults;

class SandboxMatrixTests {

    /** What the tests below ran on. */
    private static final Queue<String> RAN_ON = new ConcurrentLinkedQueue<>();

    @TempDir
    Path state;

    @BeforeEach
    void forget() {
        RAN_ON.clear();
    }

    private static List<String> skipped(EngineExecutionResults results) {
        return results.allEvents().skipped().stream()
                .map(event ->
                        event.getTestDescriptor().getDisplayName() + ": " + event.getRequiredPayload(String.class))
                .toList();
    }

    private static List<String> names(EngineExecutionResults results) {
        return results.allEvents().started().stream()
                .map(event -> event.getTestDescriptor().getDisplayName())
                .filter(name -> name.startsWith("["))
                .toList();
    }

    private static void note(String test, Sandbox sandbox) {
        assertThat(sandbox.exec("true").succeeded()).isTrue();
        RAN_ON.add(test + " on " + sandbox.info().provider());
    }

    @Test
    void aTestRunsOnEachProviderAndThoseThatAreNotThereAreSkippedWithTheReason() {
        Suite suite = new Suite(state);
        EngineExecutionResults results = suite.run(OnMethod.class);

        assertThat(Suite.failures(results)).isEmpty();
        assertThat(RAN_ON).containsExactly("test on subprocess", "test on worktree");
        assertThat(names(results)).contains("[1] subprocess", "[3] worktree");
        assertThat(skipped(results))
                .singleElement()
                .asString()
                .startsWith("[2] counting: it only counts")
                .contains("remedy: use another one");
        assertThat(suite.leftovers()).isEqualTo(Suite.NOTHING_LEFT);
    }

    @Test
    void allTestsOfAClassRunOnEachProviderNestedOnesIncluded() {
        EngineExecutionResults results = new Suite(state).run(OnClass.class);

        assertThat(Suite.failures(results)).isEmpty();
        assertThat(RAN_ON)
                .containsExactlyInAnyOrder(
                        "before on subprocess",
                        "first on subprocess",
                        "before on subprocess",
                        "inner on subprocess",
                        "before on worktree",
                        "first on worktree",
                        "before on worktree",
                        "inner on worktree");
        assertThat(skipped(results))
                .isNotEmpty()
                .allSatisfy(reason -> assertThat(reason).contains("it only counts"));
    }

    @Test
    void whatIsTheSameForAllStandsBesideIt() {
        EngineExecutionResults results = new Suite(state).run(WithSettings.class);

        assertThat(Suite.failures(results)).isEmpty();
        assertThat(RAN_ON).containsExactly("value on subprocess", "value on worktree");
    }

    @Test
    void theInnerMatrixWinsOverTheOuter() {
        EngineExecutionResults results = new Suite(state).run(Both.class);

        assertThat(Suite.failures(results)).isEmpty();
        assertThat(RAN_ON).containsExactly("own on worktree");
    }

    @Test
    void anAnnotationOfOnesOwnCanCarryIt() {
        assertThat(Suite.failures(new Suite(state).run(Carried.class))).isEmpty();
        assertThat(RAN_ON).containsExactly("carried on subprocess", "carried on worktree");
    }

    @Test
    void everyProviderIsTriedWithEveryImage() {
        EngineExecutionResults results = new Suite(state).run(WithImages.class);

        assertThat(skipped(results))
                .extracting(reason -> reason.replaceFirst(":.*(?s:.*)", ""))
                .containsExactly("[1] subprocess, /a", "[2] subprocess, /b");
        assertThat(skipped(results)).allSatisfy(reason -> assertThat(reason).contains("does not support IMAGE"));
    }

    @Test
    void whoeverRunsTheTestsCanForbidSkips() {
        EngineExecutionResults results =
                new Suite(state).with("sandbox.onUnavailable", "fail").run(OnMethod.class);

        assertThat(skipped(results)).isEmpty();
        assertThat(Suite.failures(results)).singleElement().asString().contains("it only counts");
        assertThat(RAN_ON).hasSize(2);
    }

    @Test
    void whatIsWrongWithItFailsTheTest() {
        assertThat(Suite.failures(new Suite(state).run(Empty.class)))
                .singleElement()
                .asString()
                .contains("names neither providers nor images");
        assertThat(Suite.failures(new Suite(state).run(Blank.class)))
                .singleElement()
                .asString()
                .contains("gives a blank value for sandbox.provider");
        assertThat(Suite.failures(new Suite(state).run(Misspelt.class)))
                .singleElement()
                .asString()
                .contains("subproces");
    }

    static class OnMethod {
        @SandboxMatrix(providers = {"subprocess", "counting", "worktree"})
        void test(Sandbox sandbox) {
            note("test", sandbox);
        }
    }

    @SandboxMatrix(providers = {"subprocess", "counting", "worktree"})
    static class OnClass {
        @BeforeEach
        void before(Sandbox sandbox) {
            note("before", sandbox);
        }

        @Test
        void first(Sandbox sandbox) {
            note("first", sandbox);
        }

        @Nested
        class Inner {
            @Test
            void inner(Sandbox sandbox) {
                note("inner", sandbox);
            }
        }
    }

    @Sandboxed(env = "WORD=value", provider = "counting")
    static class WithSettings {
        @SandboxMatrix(providers = {"subprocess", "worktree"})
        void test(Sandbox sandbox) {
            note(sandbox.shell("printf %s \"$WORD\"").stdout(), sandbox);
        }
    }

    @SandboxMatrix(providers = "subprocess")
    static class Both {
        @SandboxMatrix(providers = "worktree")
        void own(Sandbox sandbox) {
            note("own", sandbox);
        }
    }

    @SandboxMatrix(providers = {"subprocess", "worktree"})
    @Retention(RetentionPolicy.RUNTIME)
    @interface Everywhere {}

    static class Carried {
        @Everywhere
        void test(Sandbox sandbox) {
            note("carried", sandbox);
        }
    }

    static class WithImages {
        @SandboxMatrix(
                providers = "subprocess",
                images = {"/a", "/b", "/a"})
        void test(Sandbox sandbox) {
            note("image", sandbox);
        }
    }

    static class Empty {
        @SandboxMatrix
        void test(Sandbox sandbox) {
            note("empty", sandbox);
        }
    }

    static class Blank {
        @SandboxMatrix(providers = " ")
        void test(Sandbox sandbox) {
            note("blank", sandbox);
        }
    }

    static class Misspelt {
        @SandboxMatrix(providers = "subproces")
        void test(Sandbox sandbox) {
            note("misspelt", sandbox);
        }
    }
}
