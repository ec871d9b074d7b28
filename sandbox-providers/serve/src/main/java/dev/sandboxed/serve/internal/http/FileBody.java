package dev.sandboxed.serve.internal.http;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Resource;
import dev.sandboxed.api.limit.ResourceLimitException;
import dev.sandboxed.process.internal.output.BulkInputStream;
import dev.sandboxed.serve.internal.web.Exchange;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** The body of a request that is a file, or many: it may not be longer than the server allows. */
final class FileBody extends BulkInputStream {

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
    static FileBody of(Exchange exchange, DataSize most) {
        Optional<String> told = exchange.header("Content-Length");
        if (told.isPresent() && Long.parseLong(told.get()) > most.bytes()) {
            throw tooLarge(most, told.get());
        }
        return new FileBody(exchange.body(), most);
    }

    /** Returns whether it was found to be too long, which is why reading it failed. */
    boolean isExceeded() {
        return count > most.bytes();
    }

    ResourceLimitException tooLong() {
        return tooLarge(most, "more");
    }

    static ResourceLimitException tooLarge(DataSize most, String actual) {
        return new ResourceLimitException(
                Resource.TRANSFER,
                most.toString(),
                actual,
                Fault.of("A file, or a tree of files, may have " + most + " here, but has " + actual)
                        .remedy("send less, or have the service started with a higher limit"));
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
