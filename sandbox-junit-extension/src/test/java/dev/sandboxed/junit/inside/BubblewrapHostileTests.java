package dev.sandboxed.junit.inside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.junit.EnabledIfSandbox;
import dev.sandboxed.junit.InsideSandboxException;
import dev.sandboxed.junit.Suite;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

@EnabledIfSandbox(provider = "bubblewrap")
class BubblewrapHostileTests extends HostileContract {

    @Override
    String provider() {
        return "bubblewrap";
    }

    @Test
    void aTestThatScribblesOnFilesChangesNeitherTheClassesNorTheHost() {
        assertThat(Suite.failures(run(Hostile.Scribbles.class))).isEmpty();
        assertThat(Path.of("/tmp/sandboxed-scribble")).doesNotExist();
    }

    @Test
    @EnabledIfSandbox(provider = "bubblewrap", capability = Capability.LIMIT_MEMORY)
    void aTestThatTakesMoreMemoryThanTheSandboxHasIsEnded() {
        assertThat(failure(Hostile.HoardsBeyondTheLimit.class))
                .isInstanceOf(InsideSandboxException.class)
                .hasMessageContaining("before the test did")
                .hasMessageContaining("was killed for lack of memory");
    }
}
