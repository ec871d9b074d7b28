package dev.sandboxed.junit.docs;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.junit.Sandboxed;
import dev.sandboxed.junit.Scope;
import dev.sandboxed.junit.Seed;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The snippets of docs/inject.md. */
class InjectPageTests {

    @Nested
    class Smallest {

        @Test
        @Sandboxed
        void aCommandRunsInASandbox(Sandbox sandbox) {
            assertThat(sandbox.exec("echo", "hello")).succeeded().stdout().isEqualTo("hello\n");
        }
    }

    @Nested
    @Sandboxed
    class SharingTests {

        @BeforeEach
        void prepare(Sandbox sandbox) {
            sandbox.files().write("greeting.txt", "prepared\n");
        }

        @Test
        void oneForTheTestAndOneMore(Sandbox sandbox, @Sandboxed Sandbox other) {
            assertThat(sandbox).hasFile("greeting.txt");
            assertThat(other).doesNotHaveFile("greeting.txt");
        }

        @ParameterizedTest
        @ValueSource(strings = {"pear", "plum"})
        void argumentsComeFirst(String fruit, Sandbox sandbox) {
            assertThat(sandbox.exec("echo", fruit)).stdout().contains(fruit);
        }
    }

    static class FieldTests {

        @Sandboxed
        static Sandbox ofTheClass;

        @Sandboxed
        Sandbox ofEachTest;

        @Test
        void bothAreThere() {
            assertThat(ofTheClass).isRunning();
            assertThat(ofEachTest).isRunning();
        }
    }

    @Nested
    class Fields extends FieldTests {}

    @Nested
    class Scopes {

        @Sandboxed(scope = Scope.CLASS)
        Sandbox shared;

        private static final AtomicInteger COUNTED = new AtomicInteger();

        @ParameterizedTest
        @ValueSource(ints = {1, 2})
        void isTheSameInEachTest(int time) {
            assertThat(shared.shell("echo x >> log.txt; wc -l < log.txt"))
                    .stdout()
                    .contains(String.valueOf(COUNTED.incrementAndGet()));
            assertThat(time).isPositive();
        }
    }

    @Nested
    class Prepared {

        private static final AtomicInteger PREPARED = new AtomicInteger();

        @AfterAll
        static void once() {
            assertThat(PREPARED).hasValue(1);
        }

        @Nested
        @Sandboxed(from = "install")
        class CopyTests {

            static void install(Sandbox sandbox) {
                sandbox.shell("mkdir tools && echo 'echo 42' > tools/answer.sh").orThrow();
                PREPARED.incrementAndGet();
            }

            @Test
            void beginsWithACopy(Sandbox sandbox) {
                assertThat(sandbox.exec("sh", "tools/answer.sh")).stdout().isEqualTo("42\n");
                sandbox.files().deleteAll("tools");
            }

            @Test
            void beginsWithAnotherCopy(Sandbox sandbox) {
                assertThat(sandbox).hasFile("tools/answer.sh");
                sandbox.files().deleteAll("tools");
            }
        }
    }

    @Nested
    class Seeds {

        @Test
        @Sandboxed(seed = @Seed(path = "fruits.txt", text = "pear\napple\n"), env = "LC_ALL=C", timeout = "10s")
        void beginsWithFilesAndVariables(Sandbox sandbox) {
            assertThat(sandbox.shell("sort fruits.txt; echo $LC_ALL")).stdout().isEqualTo("apple\npear\nC\n");
        }
    }

    @Nested
    class Specs {

        static SandboxSpec withAKey() {
            return SandboxSpec.builder()
                    .secret("TOKEN", Secret.of("s3cret"))
                    .timeToLive(Duration.ofMinutes(5))
                    .build();
        }

        @Test
        @Sandboxed(spec = "withAKey")
        void theProgramHasTheKeyAndNoMessageShowsIt(Sandbox sandbox) {
            assertThat(sandbox.shell("test \"$TOKEN\" = s3cret")).succeeded();
            assertThat(sandbox.shell("echo $TOKEN").describe()).contains("***").doesNotContain("s3cret");
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Sandboxed(timeout = "5s", openFiles = 64)
    @interface Narrow {}

    @Nested
    class Carried {

        @Test
        @Narrow
        void isAskedForByAnAnnotationOfYourOwn(Sandbox sandbox) {
            assertThat(sandbox.shell("ulimit -n")).stdout().isEqualTo("64\n");
        }
    }
}
