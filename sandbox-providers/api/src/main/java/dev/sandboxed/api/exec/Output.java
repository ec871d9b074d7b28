package dev.sandboxed.api.exec;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a command wrote to one of its outputs: the bytes that were kept, and how many there were in all. */
public final class Output {

    /** Nothing was written. */
    public static final Output EMPTY = new Output(List.of(), 0, 0, null);

    private final List<byte[]> segments;
    private final int size;
    private final long written;
    private final @Nullable Path file;

    Output(List<byte[]> segments, int size, long written, @Nullable Path file) {
        this.segments = segments;
        this.size = size;
        this.written = written;
        this.file = file;
    }

    public static Output of(byte[] bytes) {
        return new Output(List.of(bytes.clone()), bytes.length, bytes.length, null);
    }

    /** Returns that the output went to a file of the host. */
    public static Output inFile(Path file, long written) {
        return new Output(List.of(), 0, written, file);
    }

    /** Returns the bytes that were kept: the first ones, up to the command's output limit. */
    public byte[] bytes() {
        byte[] all = new byte[size];
        int at = 0;
        for (byte[] segment : segments) {
            int length = Math.min(segment.length, size - at);
            System.arraycopy(segment, 0, all, at, length);
            at += length;
        }
        return all;
    }

    /** Decodes what was kept as UTF-8; invalid bytes become the replacement character. */
    public String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    /** Counts the bytes that were kept. */
    public int size() {
        return size;
    }

    /** Counts the bytes that were written, kept or not. */
    public long written() {
        return written;
    }

    /** Returns whether more was written than was kept. */
    public boolean truncated() {
        return file == null && written > size;
    }

    /** Returns the file the output went to, if it did. */
    public Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    @Override
    public String toString() {
        return "Output[" + written + " bytes" + (truncated() ? ", first " + size + " kept" : "")
                + (file == null ? "" : ", in " + file) + "]";
    }
}
