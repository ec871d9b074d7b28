package dev.sandboxed.junit.internal.inside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.junit.InsideSandboxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnFolderTests {

    @TempDir
    Path place;

    @Test
    void itIsMadeForThisUserAlone() throws IOException {
        Path folder = OwnFolder.in(place.resolve("state"), "inside");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void oneThatOthersMayWriteToIsRefused() throws IOException {
        Path folder = OwnFolder.in(place, "inside");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));

        assertThatThrownBy(() -> OwnFolder.in(place, "inside"))
                .isInstanceOf(InsideSandboxException.class)
                .hasMessageContaining(folder + " is not this user's own, or others may write there")
                .hasMessageContaining("remedy: set sandbox.stateDir");
    }

    @Test
    void aLinkInItsPlaceIsRefused() throws IOException {
        Files.createSymbolicLink(place.resolve("inside"), Files.createDirectory(place.resolve("elsewhere")));

        assertThatThrownBy(() -> OwnFolder.in(place, "inside")).isInstanceOf(InsideSandboxException.class);
    }
}
