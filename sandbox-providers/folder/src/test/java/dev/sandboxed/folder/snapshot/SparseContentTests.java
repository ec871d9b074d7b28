package dev.sandboxed.folder.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SparseContentTests {

    private static final long SIZE = 1000;

    @TempDir
    Path folder;

    private Path unpack(byte[] packed) throws IOException {
        Path file = folder.resolve("file");
        SparseContent.unpack(new ByteArrayInputStream(packed), SIZE, file);
        return file;
    }

    private static byte[] parts(long... beginsAndLengths) {
        ByteBuffer parts = ByteBuffer.allocate(beginsAndLengths.length / 2 * 17);
        for (int i = 0; i < beginsAndLengths.length; i += 2) {
            parts.putLong(beginsAndLengths[i]).putLong(beginsAndLengths[i + 1]).put((byte) 'x');
        }
        return parts.array();
    }

    @Test
    void eachPartIsWrittenToItsPlace() throws IOException {
        byte[] expected = new byte[(int) SIZE];
        expected[3] = 'x';
        expected[999] = 'x';
        assertThat(unpack(parts(3, 1, 999, 1))).hasBinaryContent(expected);
    }

    @Test
    void aFileOfNothingButAHoleHasItsSize() throws IOException {
        assertThat(unpack(parts())).hasBinaryContent(new byte[(int) SIZE]);
    }

    static Stream<byte[]> wrong() {
        return Stream.of(
                parts(-1, 1),
                parts(5, 0),
                parts(5, -1),
                parts(1000, 1),
                parts(1, Long.MAX_VALUE),
                parts(Long.MAX_VALUE, 1),
                parts(5, 1, 5, 1),
                parts(5, 1, 3, 1),
                new byte[7]);
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void partsThatAreNotInOrderOrNotInTheFileAreRefused(byte[] packed) {
        assertThatThrownBy(() -> unpack(packed)).isInstanceOf(IOException.class).hasMessageContaining("of 1000 bytes");
        assertThat(folder.resolve("file"))
                .satisfies(file -> assertThat(Files.size(file)).isLessThanOrEqualTo(SIZE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "", "9999999999999999999", "1e3"})
    void aSizeThatIsNoneIsRefused(String size) {
        TarArchiveEntry entry = new TarArchiveEntry("file");
        entry.addPaxHeader("SANDBOXED.size", size);
        assertThatThrownBy(() -> SparseContent.sizeIn(entry))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(size);
    }
}
