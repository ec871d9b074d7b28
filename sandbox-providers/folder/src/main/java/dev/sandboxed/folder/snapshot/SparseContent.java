package dev.sandboxed.folder.snapshot;

import dev.sandboxed.linux.internal.files.WrittenParts.Part;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;

/**
 * What an archive holds of a file with holes: each part that was written, behind where it begins and how long it is. Nobody can wait for
 * the zeros of a hole to be packed, since a file that takes no room can be as large as any.
 */
final class SparseContent {

    /** Says of an entry that it is one of these, and how large the file is. */
    private static final String SIZE = "SANDBOXED.size";

    private static final int HEADER = 2 * Long.BYTES;
    private static final int BUFFER = 64 * 1024;

    private SparseContent() {}

    /** Returns whether a file has holes. */
    static boolean isSparse(List<Part> parts, long size) {
        return written(parts) < size;
    }

    private static long written(List<Part> parts) {
        return parts.stream().mapToLong(part -> part.end() - part.begin()).sum();
    }

    /** Says in an entry what it will hold. */
    static void announce(TarArchiveEntry entry, List<Part> parts, long size) {
        entry.setSize(written(parts) + (long) HEADER * parts.size());
        entry.addPaxHeader(SIZE, String.valueOf(size));
    }

    /** Returns the size of the file, if an entry says that it has holes. */
    static OptionalLong sizeIn(TarArchiveEntry entry) throws IOException {
        String told = entry.getExtraPaxHeader(SIZE);
        if (told == null) {
            return OptionalLong.empty();
        }
        if (!told.matches("[0-9]{1,18}")) {
            throw new IOException("one of its files has no proper size: '" + told + "'");
        }
        return OptionalLong.of(Long.parseLong(told));
    }

    /** Packs the parts of a file, as they were announced: somebody may write to the file or cut it off meanwhile. */
    static void pack(FileChannel file, List<Part> parts, OutputStream target) throws IOException {
        for (Part part : parts) {
            long length = part.end() - part.begin();
            target.write(ByteBuffer.allocate(HEADER)
                    .putLong(part.begin())
                    .putLong(length)
                    .array());
            file.position(part.begin());
            copy(Channels.newInputStream(file), length, target);
        }
    }

    /** Copies as many bytes as are wanted; those that are not there are zeros. */
    static void copy(InputStream content, long length, OutputStream target) throws IOException {
        byte[] buffer = new byte[(int) Math.min(BUFFER, length)];
        for (long left = length; left > 0; ) {
            int wanted = (int) Math.min(left, buffer.length);
            int count = content.readNBytes(buffer, 0, wanted);
            Arrays.fill(buffer, count, wanted, (byte) 0);
            target.write(buffer, 0, wanted);
            left -= wanted;
        }
    }

    /**
     * Makes a file of its parts.
     *
     * @throws IOException if they are none that {@link #pack} wrote, or the disk refuses them
     */
    static void unpack(InputStream packed, long size, Path file) throws IOException {
        try (FileChannel target = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            OutputStream content = Channels.newOutputStream(target);
            long end = 0;
            for (byte[] header = packed.readNBytes(HEADER); header.length > 0; header = packed.readNBytes(HEADER)) {
                ByteBuffer part = ByteBuffer.wrap(Arrays.copyOf(header, HEADER));
                long begin = part.getLong();
                long length = part.getLong();
                if (header.length < HEADER || begin < end || length <= 0 || begin > size - length) {
                    throw new IOException("a file of " + size + " bytes has a part at " + begin + " with " + length
                            + " bytes, behind one that ends at " + end);
                }
                target.position(begin);
                copy(packed, length, content);
                end = begin + length;
            }
            if (end < size) {
                // Its last byte is what gives a file its size.
                target.write(ByteBuffer.allocate(1), size - 1);
            }
        }
    }
}
