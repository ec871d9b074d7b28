package dev.sandboxed.folder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.linux.internal.files.WrittenParts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that seems to have a tebibyte, with a few words in it. Nobody can read it to its end within a test. */
public final class LargeHole {

    private static final long SIZE = 1L << 40;
    private static final long MIDDLE = 3L << 30;
    private static final String WORD = "a word";
    private static final long MOST_TAKEN = 1 << 20;

    private LargeHole() {}

    /** Makes one, which begins with a hole and ends with one. */
    public static Path make(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.READ)) {
            channel.write(ByteBuffer.wrap(WORD.getBytes(StandardCharsets.UTF_8)), MIDDLE);
            channel.write(ByteBuffer.allocate(1), SIZE - 1);
        }
        return file;
    }

    /** Looks whether a file is a copy of one, and takes as little room. */
    public static void assertCopied(Path copy) throws IOException {
        assertThat(Files.size(copy)).isEqualTo(SIZE);
        ByteBuffer word = ByteBuffer.allocate(WORD.length());
        ByteBuffer before = ByteBuffer.allocate(1);
        try (FileChannel channel = FileChannel.open(copy)) {
            channel.read(word, MIDDLE);
            channel.read(before, MIDDLE - 1);
        }
        assertThat(new String(word.array(), StandardCharsets.UTF_8)).isEqualTo(WORD);
        assertThat(before.array()).containsOnly(0);
        assertThat(WrittenParts.of(copy).stream()
                        .mapToLong(part -> part.end() - part.begin())
                        .sum())
                .isLessThan(MOST_TAKEN);
    }
}
