package dev.sandboxed.api.files;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxFileException;
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
    /** After so much it is worth asking how much is left: what is refused in the end has come in vain. */
    private static final long ASKED_AFTER = 4L << 20;

    private static final long LONGEST_ARRAY = Integer.MAX_VALUE - 8;

    private BoundedRead() {}

    /** Reads a file. That its size is within the limit proves nothing: it may change at any time. */
    static byte[] of(SandboxFiles files, String path, DataSize most) {
        long limit = Math.min(most.bytes(), LONGEST_ARRAY);
        boolean asked = false;
        // Pieces, since an array that grows takes three times the room at its last step.
        List<byte[]> pieces = new ArrayList<>();
        long total = 0;
        try (InputStream content = files.read(path)) {
            for (byte[] piece = content.readNBytes(PIECE); piece.length > 0; piece = content.readNBytes(PIECE)) {
                total += piece.length;
                boolean ask = !asked && total > ASKED_AFTER;
                asked |= ask;
                if (total > limit || (ask && sizeOf(files, path) > limit)) {
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

    /** Returns 0 where that says nothing: for a link, a device, and a file that is gone while it is read. */
    private static long sizeOf(SandboxFiles files, String path) {
        try {
            FileEntry entry = files.stat(path);
            return entry.isFile() ? entry.size() : 0;
        } catch (SandboxFileException gone) {
            return 0;
        }
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
