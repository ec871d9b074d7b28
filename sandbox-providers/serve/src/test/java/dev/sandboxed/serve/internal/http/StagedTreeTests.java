package dev.sandboxed.serve.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

class StagedTreeTests {

    @Test
    void nothingIsLeftOfItEvenIfItsFoldersAreLocked() throws IOException {
        Path folder;
        try (StagedTree staged = StagedTree.begin()) {
            folder = staged.top().getParent();
            Path locked = Files.createDirectories(staged.top().resolve("locked"));
            Files.writeString(locked.resolve("file"), "content");
            Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("---------"));
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                    .as("nobody else may look into it")
                    .isEqualTo("rwx------");
        }
        assertThat(folder).doesNotExist();
    }
}
