package dev.sandboxed.provider.remote.internal.wire;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/** Sends what a stream yields until its end, piece by piece; the stream is not closed. */
public final class SourceBody extends RequestBody {

    private static final MediaType BYTES = MediaType.get("application/octet-stream");
    private static final int PIECE = 64 * 1024;

    private final InputStream source;
    private volatile @Nullable IOException failure;

    public SourceBody(InputStream source) {
        this.source = source;
    }

    @Override
    public MediaType contentType() {
        return BYTES;
    }

    /** What was read of a stream does not come again. */
    @Override
    public boolean isOneShot() {
        return true;
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
        byte[] buffer = new byte[PIECE];
        for (int count = read(buffer); count >= 0; count = read(buffer)) {
            sink.write(buffer, 0, count);
        }
    }

    /** Not to be taken for a connection that breaks. */
    private int read(byte[] buffer) throws IOException {
        try {
            return source.read(buffer);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    /** Returns why the stream could not be read to its end, if so. */
    public Optional<IOException> failure() {
        return Optional.ofNullable(failure);
    }
}
