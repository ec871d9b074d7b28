package dev.sandboxed.process.internal.output;

import java.io.IOException;
import java.io.OutputStream;

/** An output stream for which a single byte is a short array. For provider authors, who write only the method for arrays. */
public abstract class BulkOutputStream extends OutputStream {

    @Override
    public final void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public abstract void write(byte[] bytes, int offset, int length) throws IOException;
}
