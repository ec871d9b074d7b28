package dev.sandboxed.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.NoProviderException;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.Sandboxes;
import org.junit.jupiter.api.Test;

/** Sandboxes for programs that only have this module on their class path, with the providers that come with it. */
class WithoutJUnitTests {

    @Test
    void oneLineCreatesASandboxThatWorksUntilItIsClosed() {
        Sandbox sandbox =
                Sandboxes.create(SandboxSpec.builder().env("NAME", "plain").build());
        try (sandbox) {
            assertThat(sandbox.shell("echo $NAME").orThrow().stdout()).isEqualTo("plain\n");
        }

        assertThatThrownBy(() -> sandbox.shell("true")).isInstanceOf(SandboxDestroyedException.class);
    }

    @Test
    void aSandboxIsNeverWeakerThanWhatIsAsked() {
        assertThatThrownBy(() -> Sandboxes.create(SandboxSpec.defaults(), Isolation.MICROVM))
                .isInstanceOfSatisfying(
                        NoProviderException.class,
                        none -> assertThat(none).hasMessageContainingAll("subprocess", "below the floor microvm"));
    }
}
