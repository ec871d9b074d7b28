package dev.sandboxed.guest.files;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.commons.compress.utils.SeekableInMemoryByteChannel;

/**
 * Keeps the content of a stream until it is known to be whole: small ones in memory, others in a file of the host that is
 * gone when this is closed, and also when the JVM is killed.
 */
final class Spool implements Closeable {

    private static final int IN_MEMORY = 1 << 20;

    private final SeekableByteChannel channel;
    private final long size;

    private Spool(SeekableByteChannel channel, long size) {
        this.channel = channel;
        this.size = size;
    }

    /** Read a stream to its end; it is not closed. */
    static Spool of(InputStream content) throws IOException {
        byte[] start = content.readNBytes(IN_MEMORY);
        if (start.length < IN_MEMORY) {
            return new Spool(new SeekableInMemoryByteChannel(start), start.length);
        }
        FileChannel file = anonymousFile();
        try {
            OutputStream out = Channels.newOutputStream(file);
            out.write(start);
            return new Spool(file, start.length + content.transferTo(out));
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static FileChannel anonymousFile() throws IOException {
        Path file = Files.createTempFile("sandboxed-", ".spool");
        return FileChannel.open(
                file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
    }

    long size() {
        return size;
    }

    /** Give the content to whoever needs it in any order; one user at a time. */
    SeekableByteChannel channel() throws IOException {
        return channel.position(0);
    }

    /** Open the content from its beginning; one reader at a time. */
    InputStream open() throws IOException {
        return Channels.newInputStream(channel());
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
