package dev.sandboxed.folder.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChecksumTests {

    private static final int MEBIBYTE = 1024 * 1024;

    @TempDir
    Path folder;

    private Path filled(String name, byte[] content) throws IOException {
        return Files.write(folder.resolve(name), content);
    }

    private static byte[] withByteAt(int place, int value) {
        byte[] content = new byte[MEBIBYTE + 1];
        content[place] = (byte) value;
        return content;
    }

    @Test
    void zerosThatWereWrittenAreLikeHoles() throws IOException {
        Path holes = folder.resolve("holes");
        try (FileChannel channel = FileChannel.open(holes, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {7}), MEBIBYTE);
        }
        assertThat(Checksum.ofBlocks(holes)).isEqualTo(Checksum.ofBlocks(filled("zeros", withByteAt(MEBIBYTE, 7))));
    }

    @Test
    void aByteThatIsElsewhereOrOtherIsNoticed() throws IOException {
        String usual = Checksum.ofBlocks(filled("usual", withByteAt(100_000, 7)));
        assertThat(Checksum.ofBlocks(filled("same", withByteAt(100_000, 7)))).isEqualTo(usual);
        assertThat(Checksum.ofBlocks(filled("other", withByteAt(100_000, 8)))).isNotEqualTo(usual);
        assertThat(Checksum.ofBlocks(filled("moved", withByteAt(300_000, 7)))).isNotEqualTo(usual);
        assertThat(Checksum.ofBlocks(filled("none", new byte[MEBIBYTE + 1]))).isNotEqualTo(usual);
    }

    @Test
    void aFileThatIsLongerByZerosIsNoticed() throws IOException {
        assertThat(Checksum.ofBlocks(filled("short", new byte[10])))
                .isNotEqualTo(Checksum.ofBlocks(filled("long", new byte[11])));
    }
}
