package dev.sandboxed.process.internal.output;

import java.io.IOException;
import java.io.InputStream;

/** An input stream for which a single byte is a short array. For provider authors, who write only the method for arrays. */
public abstract class BulkInputStream extends InputStream {

    @Override
    public final int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public abstract int read(byte[] bytes, int offset, int length) throws IOException;
}
