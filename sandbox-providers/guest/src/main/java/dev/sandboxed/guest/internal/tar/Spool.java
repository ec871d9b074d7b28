package dev.sandboxed.guest.internal.tar;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.apache.commons.compress.utils.SeekableInMemoryByteChannel;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the content of a stream until it is known to be whole: small ones in memory, others in a file of the host that is
 * gone when this is closed, and also when the JVM is killed. Blocks of zeros take no room in it.
 */
public final class Spool implements Closeable {

    private static final int IN_MEMORY = 1 << 20;
    private static final int PIECE = 64 << 10;
    /** What file systems leave out at least where nothing was written. */
    private static final int BLOCK = 4096;

    private static final byte[] ZEROS = new byte[BLOCK];

    private final ByteArrayOutputStream memory = new ByteArrayOutputStream();
    private @Nullable FileChannel file;
    private long size;

    /** Reads a stream to its end; it is not closed. */
    public static Spool of(InputStream content) throws IOException {
        Spool spool = new Spool();
        boolean read = false;
        try {
            byte[] piece = new byte[PIECE];
            for (int count = content.read(piece); count >= 0; count = content.read(piece)) {
                spool.append(piece, 0, count);
            }
            read = true;
            return spool;
        } finally {
            if (!read) {
                spool.close();
            }
        }
    }

    /** Adds bytes; nothing may have been read before. */
    void append(byte[] bytes, int offset, int length) throws IOException {
        FileChannel target = file;
        if (target == null && size + length < IN_MEMORY) {
            memory.write(bytes, offset, length);
        } else if (target == null) {
            file = anonymousFile();
            byte[] start = memory.toByteArray();
            memory.reset();
            write(file, start, 0, start.length, 0);
            write(file, bytes, offset, length, size);
        } else {
            write(target, bytes, offset, length, size);
        }
        size += length;
    }

    /** Leaves out what are only zeros, block by block of the file. */
    private static void write(FileChannel target, byte[] bytes, int offset, int length, long at) throws IOException {
        int from = offset;
        int end = offset + length;
        for (int next = from; next < end; ) {
            int part = (int) Math.min(end - next, BLOCK - (at + next - offset) % BLOCK);
            if (Arrays.equals(bytes, next, next + part, ZEROS, 0, part)) {
                writeAll(target, ByteBuffer.wrap(bytes, from, next - from), at + from - offset);
                from = next + part;
            }
            next += part;
        }
        writeAll(target, ByteBuffer.wrap(bytes, from, end - from), at + from - offset);
    }

    private static void writeAll(FileChannel target, ByteBuffer bytes, long at) throws IOException {
        for (long position = at; bytes.hasRemaining(); ) {
            position += target.write(bytes, position);
        }
    }

    private static FileChannel anonymousFile() throws IOException {
        Path file = Files.createTempFile("sandboxed-", ".spool");
        return FileChannel.open(
                file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
    }

    public long size() {
        return size;
    }

    /** Returns the content to whoever needs it in any order; one user at a time. */
    SeekableByteChannel channel() throws IOException {
        FileChannel whole = file;
        if (whole == null) {
            return new SeekableInMemoryByteChannel(memory.toByteArray());
        }
        if (whole.size() < size) {
            // It ends in a hole, which nobody has written to.
            writeAll(whole, ByteBuffer.wrap(ZEROS, 0, 1), size - 1);
        }
        return whole.position(0);
    }

    /** Opens the content from its beginning; one reader at a time. */
    public InputStream open() throws IOException {
        return Channels.newInputStream(channel());
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
