package dev.sandboxed.linux.internal.proc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.linux.internal.libc.HostPlatform;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnProcessTests {

    @TempDir
    Path home;

    @Test
    void theUserIsWhoOwnsTheProcessWhereThatIsKnown() throws IOException {
        assertThat(OwnProcess.user()).hasValue(HostPlatform.userId());
        assertThat(OwnProcess.ownerOf(home)).hasValue((int) Files.getAttribute(home, "unix:uid"));
        assertThat(OwnProcess.ownerOf(home.resolve("absent"))).isEmpty();
    }

    @Test
    void aFileThatIsOpenIsAmongTheOpenFiles() throws IOException {
        List<Integer> before = OwnProcess.openFiles();
        try (InputStream open = Files.newInputStream(Path.of("/dev/null"))) {
            assertThat(OwnProcess.openFiles()).hasSizeGreaterThan(before.size());
            assertThat(open.read()).isNegative();
        }
    }
}
