package dev.sandboxed.api.internal.files;

import dev.sandboxed.api.limit.DataSize;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads another stream, and fails when that has more than it may have. What failed is kept, since it may happen on a thread that nobody hears. */
public final class BoundedStream extends InputStream {

    private final InputStream source;
    private final DataSize most;
    private long read;
    private volatile @Nullable IOException failure;

    public BoundedStream(InputStream source, DataSize most) {
        this.source = source;
        this.most = most;
    }

    /** Returns what kept it from being read to its end; empty if nothing did. */
    public Optional<IOException> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        try {
            int count = source.read(target, from, length);
            read += Math.max(0, count);
            if (read > most.bytes()) {
                throw new IOException("there is more than " + most + " in it");
            }
            return count;
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }
}
