package dev.sandboxed.linux.internal.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.linux.internal.libc.PosixException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamedPipesTests {

    @TempDir
    Path folder;

    @Test
    void pipesAreForTheirUserOnly() throws IOException {
        Path pipe = folder.resolve("pipe");
        NamedPipes.make(List.of(pipe));
        assertThat(Files.readAttributes(pipe, BasicFileAttributes.class).isOther())
                .isTrue();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(pipe)))
                .isEqualTo("rw-------");
    }

    @Test
    void aNameThatIsTakenIsRefused() throws IOException {
        Path taken = Files.createFile(folder.resolve("taken"));
        assertThatThrownBy(() -> NamedPipes.make(List.of(taken)))
                .isInstanceOf(PosixException.class)
                .hasMessageContaining("mkfifo");
    }
}
