package dev.sandboxed.serve.internal.web;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Resource;
import dev.sandboxed.api.limit.ResourceLimitException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;

/** The body of a request that is a file, or many: it may not be longer than the server allows. */
public final class FileBody extends InputStream {

    private static final int PIECE = 64 * 1024;

    private final InputStream source;
    private final DataSize most;
    private long count;

    private FileBody(InputStream source, DataSize most) {
        this.source = source;
        this.most = most;
    }

    /**
     * Opens the body of a request.
     *
     * @throws ResourceLimitException if it is said to be too long
     */
    public static FileBody of(Exchange exchange, DataSize most) {
        return of(exchange, exchange.body(), most);
    }

    /**
     * Opens the body of a request that was compressed. What counts is what it is unpacked to, since a little can become a lot.
     *
     * @param unpacked the body of the request, unpacked
     * @throws ResourceLimitException if even what is sent is said to be too long
     */
    public static FileBody of(Exchange exchange, InputStream unpacked, DataSize most) {
        Optional<String> told = exchange.header("Content-Length");
        if (told.isPresent() && Long.parseLong(told.get()) > most.bytes()) {
            throw tooLarge(most, told.get());
        }
        return new FileBody(unpacked, most);
    }

    /** Returns whether it was found to be too long, which is why reading it failed. */
    public boolean isExceeded() {
        return count > most.bytes();
    }

    public ResourceLimitException tooLong() {
        return tooLarge(most, "more");
    }

    public static ResourceLimitException tooLarge(DataSize most, String actual) {
        return new ResourceLimitException(
                Resource.TRANSFER,
                most.toString(),
                actual,
                Fault.of("A file, or a tree of files, may have " + most + " here, but has " + actual)
                        .remedy("send less, or have the service started with a higher limit"));
    }

    /** In larger pieces than usual: each is a call of the system where they are written to a file. */
    @Override
    public long transferTo(OutputStream out) throws IOException {
        byte[] piece = new byte[PIECE];
        long moved = 0;
        for (int got = readNBytes(piece, 0, PIECE); got > 0; got = readNBytes(piece, 0, PIECE)) {
            out.write(piece, 0, got);
            moved += got;
        }
        return moved;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = source.read(bytes, offset, length);
        count += Math.max(0, read);
        if (isExceeded()) {
            throw new IOException("the body is longer than " + most);
        }
        return read;
    }
}
