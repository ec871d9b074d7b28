package dev.sandboxed.api.files;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Resource;
import dev.sandboxed.api.limit.ResourceLimitException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Reads files into memory that may be larger than they look. */
final class BoundedRead {

    private static final int PIECE = 64 * 1024;
    private static final long LONGEST_ARRAY = Integer.MAX_VALUE - 8;

    private BoundedRead() {}

    /** Reads a file, whose size counts only when it is in the way: it may change at any time. */
    static byte[] of(SandboxFiles files, String path, DataSize most) {
        long limit = Math.min(most.bytes(), LONGEST_ARRAY);
        // Pieces, since an array that grows takes three times the room at its last step.
        List<byte[]> pieces = new ArrayList<>();
        long total = 0;
        try (InputStream content = files.read(path)) {
            for (byte[] piece = content.readNBytes(PIECE); piece.length > 0; piece = content.readNBytes(PIECE)) {
                total += piece.length;
                if (total > limit) {
                    pieces.clear();
                    throw tooLarge(files, path, most);
                }
                pieces.add(piece);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ByteBuffer whole = ByteBuffer.allocate((int) total);
        pieces.forEach(whole::put);
        return whole.array();
    }

    private static ResourceLimitException tooLarge(SandboxFiles files, String path, DataSize most) {
        FileEntry entry = files.stat(path);
        String actual = entry.isFile() ? DataSize.ofBytes(entry.size()).toString() : "more than " + most;
        return new ResourceLimitException(
                Resource.TRANSFER,
                most.toString(),
                actual,
                Fault.of("The file '" + path + "' has " + actual + ", and at most " + most
                                + " of a file is read into memory")
                        .remedy("read it as a stream with read(path), or allow more with readBytes(path, most)"));
    }
}
