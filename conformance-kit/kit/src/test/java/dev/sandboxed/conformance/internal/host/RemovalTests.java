package dev.sandboxed.conformance.internal.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RemovalTests {

    @TempDir
    Path folder;

    @Test
    void whatLinksLeadToStays() throws IOException {
        Path kept = Files.createDirectory(folder.resolve("kept"));
        Files.writeString(kept.resolve("file"), "precious");
        Path gone = Files.createDirectories(folder.resolve("gone/deep")).getParent();
        Files.createSymbolicLink(gone.resolve("deep/link"), kept);
        Path link = Files.createSymbolicLink(folder.resolve("link"), kept);

        Removal.of(gone);
        Removal.of(link);
        Removal.of(folder.resolve("never there"));

        assertThat(folder.toFile().list()).containsExactly("kept");
        assertThat(kept.resolve("file")).hasContent("precious");
    }

    @Test
    void foldersWithoutPermissionAreOpened() throws IOException {
        Path closed = Files.createDirectories(folder.resolve("top/closed"));
        Files.writeString(closed.resolve("file"), "");
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));

        Removal.of(closed.getParent());

        assertThat(folder).isEmptyDirectory();
    }
}
