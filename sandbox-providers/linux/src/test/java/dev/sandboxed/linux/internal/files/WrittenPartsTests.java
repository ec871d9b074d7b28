package dev.sandboxed.linux.internal.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.linux.internal.files.WrittenParts.Part;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WrittenPartsTests {

    private static final long FAR = 1L << 30;

    @TempDir
    Path folder;

    private Path file(long... places) throws IOException {
        Path file = folder.resolve("file");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            for (long place : places) {
                channel.write(ByteBuffer.wrap(new byte[] {1}), place);
            }
        }
        return file;
    }

    @Test
    void whatLiesBetweenTwoBytesFarApartIsAHole() throws IOException {
        assertThat(WrittenParts.of(file(0, FAR))).hasSize(2).satisfies(parts -> {
            assertThat(parts.get(0).begin()).isZero();
            assertThat(parts.get(0).end()).isLessThan(FAR);
            assertThat(parts.get(1).begin()).isBetween(1L, FAR);
            assertThat(parts.get(1).end()).isEqualTo(FAR + 1);
        });
    }

    @Test
    void aHoleAtTheEndIsNotAPart() throws IOException {
        Path file = file(0, FAR);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(FAR / 2);
        }
        assertThat(WrittenParts.of(file)).hasSize(1);
    }

    @Test
    void aFileWithoutHolesIsOnePart() throws IOException {
        assertThat(WrittenParts.of(Files.writeString(folder.resolve("text"), "text")))
                .containsExactly(new Part(0, 4));
    }

    @Test
    void anEmptyFileHasNone() throws IOException {
        assertThat(WrittenParts.of(file())).isEmpty();
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> WrittenParts.of(folder.resolve("missing")))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("missing");
    }
}
