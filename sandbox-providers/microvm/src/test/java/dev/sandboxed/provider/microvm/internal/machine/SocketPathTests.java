package dev.sandboxed.provider.microvm.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketPathTests {

    @TempDir
    Path folder;

    @Test
    void aPathThatTheKernelTakesIsTaken() throws IOException {
        assertThat(SocketPath.in(Path.of("/state"), "api.sock")).hasToString("/state/api.sock");
    }

    @Test
    void aPathThatIsTooLongForAnAddressIsReachedThroughALink() throws IOException {
        Path far = Files.createDirectories(folder.resolve("ü".repeat(60)));
        Path socket = SocketPath.in(far, "api.sock");

        assertThat(socket.toString().length()).isLessThan(107);
        Files.writeString(far.resolve("api.sock"), "here");
        assertThat(socket).hasContent("here");
        assertThat(SocketPath.in(far, "v.sock").getParent()).isEqualTo(socket.getParent());

        SocketPath.forget(far);
        assertThat(socket).doesNotExist();
        SocketPath.forget(far);
    }
}
