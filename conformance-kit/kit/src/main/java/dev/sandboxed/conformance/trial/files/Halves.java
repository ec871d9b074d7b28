package dev.sandboxed.conformance.trial.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** A content at whose middle something happens. */
public final class Halves extends InputStream {

    private final byte[] content;
    private final Happening halfway;
    private int position;
    private boolean happened;

    /** What happens when one half was read and before the other can be. */
    @FunctionalInterface
    public interface Happening {
        void happen() throws IOException;
    }

    public Halves(String content, Happening halfway) {
        this.content = content.getBytes(StandardCharsets.UTF_8);
        this.halfway = halfway;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int middle = content.length / 2;
        if (position == middle && !happened) {
            // One that fails fails again: readers are known to ask twice.
            halfway.happen();
            happened = true;
        }
        int count = Math.min(length, (happened ? content.length : middle) - position);
        if (count <= 0) {
            return length == 0 ? 0 : -1;
        }
        System.arraycopy(content, position, buffer, offset, count);
        position += count;
        return count;
    }
}
