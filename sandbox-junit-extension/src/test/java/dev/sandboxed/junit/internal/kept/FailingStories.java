package dev.sandboxed.junit.internal.kept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.junit.Keep;
import dev.sandboxed.junit.Sandboxed;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Tests that fail, or not, and leave a file. */
final class FailingStories {

    private FailingStories() {}

    @Sandboxed(keep = Keep.ON_FAILURE)
    static class Fails {
        @Test
        void test(Sandbox sandbox) {
            sandbox.files().write("left.txt", "by the test");
            assertThat(sandbox.exec("false").succeeded()).isTrue();
        }
    }

    @Sandboxed(keep = Keep.ON_FAILURE)
    static class Passes {
        @Test
        void test(Sandbox sandbox) {
            assertThat(sandbox.exec("true").succeeded()).isTrue();
        }
    }

    static class FailsWithTheSandboxOfItsClass {
        @Sandboxed(keep = Keep.ON_FAILURE)
        static Sandbox ofClass;

        @Test
        void first() {
            ofClass.files().write("left.txt", "by the class");
            assertThat(ofClass.exec("false").succeeded()).isTrue();
        }
    }

    @Sandboxed(keep = Keep.ON_FAILURE)
    static class FailsOften {
        @RepeatedTest(11)
        void test(Sandbox sandbox) {
            assertThat(sandbox.exec("false").succeeded()).isTrue();
        }
    }

    static class FailsWithASecret {
        static SandboxSpec withSecret() {
            return SandboxSpec.builder()
                    .secret("TOKEN", Secret.of("s3cret-value"))
                    .build();
        }

        @RepeatedTest(value = 1, name = "with s3cret-value")
        void test(@Sandboxed(spec = "withSecret", keep = Keep.ON_FAILURE) Sandbox sandbox) {
            assertThat(sandbox.exec("false").succeeded()).isTrue();
        }
    }

    @Sandboxed(keep = Keep.ON_FAILURE)
    static class ClosesItsOwn {
        @Test
        void test(Sandbox sandbox) {
            sandbox.close();
            assertThat(sandbox.exec("true").succeeded()).isTrue();
        }
    }

    static class ClosesItsOwnWithASecret {
        static SandboxSpec withSecret() {
            return FailsWithASecret.withSecret();
        }

        @RepeatedTest(value = 1, name = "with s3cret-value")
        void test(@Sandboxed(spec = "withSecret", keep = Keep.ON_FAILURE) Sandbox sandbox) {
            sandbox.close();
            assertThat(sandbox.exec("true").succeeded()).isTrue();
        }
    }

    @Sandboxed(keep = Keep.ALWAYS)
    static class PassesAndIsAlwaysKept {
        @Test
        void test(Sandbox sandbox) {
            assertThat(sandbox.exec("true").succeeded()).isTrue();
        }
    }

    @Sandboxed(keep = Keep.ON_FAILURE)
    static class IsAborted {
        @Test
        void test(Sandbox sandbox) {
            assumeTrue(sandbox.exec("false").succeeded());
        }
    }
}
