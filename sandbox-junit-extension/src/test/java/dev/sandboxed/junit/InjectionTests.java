package dev.sandboxed.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.spec.SandboxSpec;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.testkit.engine.EngineExecutionResults;

class InjectionTests {

    /** What the cases saw, for the tests to look at. */
    private static final List<String> SEEN = Collections.synchronizedList(new ArrayList<>());

    @TempDir
    Path state;

    private void passes(Class<?> testClass, int tests) {
        SEEN.clear();
        Suite suite = new Suite(state);
        EngineExecutionResults results = suite.run(testClass);
        assertThat(Suite.failures(results)).isEmpty();
        assertThat(Suite.succeeded(results)).isEqualTo(tests);
        assertThat(suite.leftovers()).isEqualTo(Suite.NOTHING_LEFT);
    }

    @Test
    void parametersOfOneTestShareASandboxAndTestsDoNot() {
        passes(SharedCase.class, 2);
        assertThat(SEEN).hasSize(2).doesNotHaveDuplicates();
    }

    @Sandboxed
    static class SharedCase {
        private final Sandbox fromConstructor;

        SharedCase(Sandbox sandbox) {
            this.fromConstructor = sandbox;
        }

        @BeforeEach
        void prepare(Sandbox sandbox) {
            sandbox.files().write("prepared", "yes");
        }

        @Test
        void first(Sandbox sandbox) {
            assertThat(sandbox).isSameAs(fromConstructor);
            assertThat(sandbox.files().readText("prepared")).isEqualTo("yes");
            SEEN.add(sandbox.id());
        }

        @Test
        void second(TestInfo info, Sandbox sandbox) {
            assertThat(info).isNotNull();
            SEEN.add(sandbox.id());
        }

        @AfterEach
        void lookAgain(Sandbox sandbox) {
            assertThat(sandbox.state()).isEqualTo(SandboxState.RUNNING);
        }
    }

    @Test
    void annotatedPlacesHaveSandboxesOfTheirOwn() {
        passes(OwnCase.class, 2);
        assertThat(SEEN.stream().filter(seen -> seen.startsWith("static")))
                .hasSize(2)
                .containsOnly(SEEN.get(0));
        assertThat(SEEN.stream().filter(seen -> !seen.startsWith("static")))
                .hasSize(6)
                .doesNotHaveDuplicates();
    }

    static class OwnCase {
        @Sandboxed
        private static Sandbox ofClass;

        @Sandboxed(labels = "kind=field")
        private Sandbox ofInstance;

        @BeforeAll
        static void classSandboxIsThere() {
            assertThat(ofClass.exec("true").succeeded()).isTrue();
        }

        @Test
        void one(@Sandboxed(env = "A=1") Sandbox first, @Sandboxed(env = "A=2") Sandbox second) {
            note(first, second);
        }

        @Test
        void other(@Sandboxed(env = "A=1") Sandbox first, @Sandboxed(env = "A=2") Sandbox second) {
            note(first, second);
        }

        private void note(Sandbox first, Sandbox second) {
            SEEN.add("static " + ofClass.id());
            SEEN.addAll(List.of(ofInstance.id(), first.id(), second.id()));
            assertThat(ofInstance.info().labels()).containsExactly(Map.entry("kind", "field"));
            assertThat(first.shell("echo $A").stdout() + second.shell("echo $A").stdout())
                    .isEqualTo("1\n2\n");
        }
    }

    @Test
    void everyKindOfTestIsServed() {
        passes(KindsCase.class, 2 + 2 + 2 + 1);
        passes(PerClassCase.class, 2);
        passes(ParameterizedClassCase.class, 2);
    }

    @Sandboxed
    static class KindsCase {
        @ParameterizedTest
        @ValueSource(ints = {1, 2})
        void parameterized(int number, Sandbox sandbox) {
            assertThat(sandbox.exec("echo", "" + number).stdout()).isEqualTo(number + "\n");
        }

        @RepeatedTest(2)
        void repeated(Sandbox sandbox) {
            assertThat(sandbox.files().list(".")).isEmpty();
            sandbox.files().write("f", "x");
        }

        @TestFactory
        Stream<DynamicTest> dynamic(Sandbox sandbox) {
            return Stream.of(1, 2)
                    .map(number -> DynamicTest.dynamicTest(
                            "d" + number,
                            () -> assertThat(sandbox.exec("true").succeeded()).isTrue()));
        }

        @Nested
        class Inner {
            @Test
            void inheritsTheAnnotation(Sandbox sandbox) {
                assertThat(sandbox.exec("true").succeeded()).isTrue();
            }
        }
    }

    @Sandboxed
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    static class PerClassCase {
        @Sandboxed
        Sandbox field;

        private final List<String> ids = new ArrayList<>();

        @Test
        void one() {
            assertThat(ids).doesNotContain(field.id());
            ids.add(field.id());
        }

        @Test
        void other() {
            one();
        }
    }

    @Sandboxed
    @ParameterizedClass
    @ValueSource(strings = {"a", "b"})
    static class ParameterizedClassCase {
        @Parameter
        String letter;

        @Test
        void test(Sandbox sandbox) {
            assertThat(sandbox.exec("echo", letter).stdout()).isEqualTo(letter + "\n");
        }
    }

    @Test
    void settingsComeFromEveryLevelAndTheClosestWins() {
        passes(SettingsCase.class, 6);
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Sandboxed(env = "META=yes")
    @interface Composed {}

    static final class SpecClass implements Supplier<SandboxSpec> {
        @Override
        public SandboxSpec get() {
            return SandboxSpec.builder()
                    .env("FROM", "class")
                    .workdir("/elsewhere")
                    .build();
        }
    }

    @Sandboxed(
            env = {"LEVEL=class", "ONLY=class"},
            timeout = "200ms",
            seed = @Seed(path = "in.txt", text = "seeded"))
    static class SettingsCase {
        static SandboxSpec fromMethod() {
            return SandboxSpec.builder().env("FROM", "method").build();
        }

        @Test
        @Sandboxed(env = "LEVEL=method")
        void methodWinsOverClass(Sandbox sandbox) {
            assertThat(sandbox.shell("echo $LEVEL $ONLY").stdout()).isEqualTo("method class\n");
            assertThat(sandbox.files().readText("in.txt")).isEqualTo("seeded");
        }

        @Test
        void timeoutHoldsUnlessTheCommandHasItsOwn(Sandbox sandbox) {
            assertThat(sandbox.exec("sleep", "30").timedOut()).isTrue();
            Command patient = Command.of("sleep", "0.4").timeout(Duration.ofSeconds(20));
            assertThat(sandbox.exec(patient).succeeded()).isTrue();
        }

        @Test
        @Composed
        void otherAnnotationsMeanTheSame(Sandbox sandbox) {
            assertThat(sandbox.shell("echo $META $LEVEL").stdout()).isEqualTo("yes class\n");
        }

        @Test
        @Sandboxed(spec = "fromMethod")
        void specComesFromAMethod(Sandbox sandbox) {
            assertThat(sandbox.shell("echo $FROM $LEVEL").stdout()).isEqualTo("method class\n");
        }

        @Test
        @Sandboxed(specFrom = SpecClass.class, workdir = "/here")
        void attributesWinOverTheSpec(Sandbox sandbox) {
            assertThat(sandbox.shell("echo $FROM; pwd").stdout())
                    .startsWith("class\n")
                    .endsWith("/here\n");
        }

        @Test
        @Sandboxed(specFrom = SpecClass.class)
        void specComesFromAClass(Sandbox sandbox) {
            assertThat(sandbox.shell("echo $FROM").stdout()).isEqualTo("class\n");
            assertThat(sandbox.exec("pwd").stdout()).endsWith("/elsewhere\n");
        }
    }
}
