package dev.sandboxed.provider.microvm.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.error.SandboxStartException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SocketPathTests {

    @Test
    void aPathThatTheKernelTakesIsTaken() {
        assertThat(SocketPath.in(Path.of("/state"), "api.sock")).hasToString("/state/api.sock");
    }

    @Test
    void aPathThatIsTooLongIsRefusedWithItsLengthAndARemedy() {
        Path folder = Path.of("/" + "ü".repeat(60));

        assertThatThrownBy(() -> SocketPath.in(folder, "api.sock"))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("which are 130 bytes; the kernel takes 107")
                .hasMessageContaining("shorter name");
    }
}
