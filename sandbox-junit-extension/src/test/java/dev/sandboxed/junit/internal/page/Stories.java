package dev.sandboxed.junit.internal.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.junit.Sandboxed;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that end in every way, for pages about them. */
public final class Stories {

    static final String HOSTILE = "</script><img src=x onerror=window.hacked=1>";

    private Stories() {}

    /** Each of its tests has a sandbox. */
    @Sandboxed
    public static class OfTests {

        static SandboxSpec withSecret() {
            return SandboxSpec.builder()
                    .secret("TOKEN", Secret.of("s3cret-value"))
                    .build();
        }

        @Test
        void passes(Sandbox sandbox) {
            sandbox.files().write("data.txt", "three\none\ntwo\n");
            assertThat(sandbox.shell("sort data.txt").stdout()).isEqualTo("one\nthree\ntwo\n");
            sandbox.shell("sleep 0.3; echo slow");
        }

        @Test
        void fails(Sandbox sandbox) {
            sandbox.shell("echo building | tee build.log; echo 'no such target' >&2; exit 3");
            assertThat(sandbox.shell("exit 2").exitCode())
                    .as("exit code of the build")
                    .isZero();
        }

        @Test
        void failsWithASecret(@Sandboxed(spec = "withSecret") Sandbox sandbox) {
            assertThat(sandbox.shell("echo the token is $TOKEN").stdout()).isEmpty();
        }

        @Test
        @DisplayName("is called " + HOSTILE)
        void hostile(Sandbox sandbox) {
            sandbox.shell("printf '%s' '" + HOSTILE + "'; printf '<!--' >&2");
        }

        @Test
        void isAborted(Sandbox sandbox) {
            assumeTrue(sandbox.shell("exit 1").succeeded(), "the compiler is too old");
        }

        @Test
        @Disabled("waits for the next release")
        void isSkipped(Sandbox sandbox) {}

        @ParameterizedTest
        @ValueSource(strings = {"alpha", "beta"})
        void isCalledWith(String word, Sandbox sandbox) {
            assertThat(sandbox.exec("echo", word).stdout()).isEqualTo(word + "\n");
        }
    }

    /** Its tests share a sandbox. */
    public static class OfAClass {
        @Sandboxed
        static Sandbox shared;

        @Test
        void usesTheSharedOne() {
            shared.exec("true");
        }
    }

    /** Copies a sandbox. */
    @Sandboxed
    public static class Copying {
        @Test
        void triesInCopies(Sandbox sandbox) {
            sandbox.fork(2).forEach(copy -> copy.exec("echo", "in a copy"));
        }
    }

    /** Never runs. */
    @Disabled("the whole class waits")
    public static class Skipped {
        @Test
        void one() {}

        @Test
        void two() {}
    }

    /** Gets its sandbox from another provider than the first. */
    @Sandboxed
    public static class FallingBack {
        @Test
        void fallsBack(Sandbox sandbox) {
            sandbox.exec("true");
        }
    }

    /** Ends its JVM as if it had been killed. */
    public static class Killed {
        @Test
        void endsTheJvm() {
            Runtime.getRuntime().halt(9);
        }
    }

    /** As large as the suites of large projects. */
    @Sandboxed
    public static class Thousand {
        @RepeatedTest(1000)
        void comparesWhatAToolPrints(Sandbox sandbox) {
            assertThat(sandbox.exec("make", "check").stdout()).hasSize(200);
            sandbox.exec("make", "install");
        }
    }

    /** Wants no sandbox. */
    public static class Plain {
        @Test
        void passesWithoutASandbox() {}
    }
}
