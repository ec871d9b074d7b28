package dev.sandboxed.conformance.internal.trial.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** A stream that does something when half of it has been read. */
public final class HalfwayStream extends InputStream {

    private final byte[] content;
    private final Action halfway;
    private int position;
    private boolean done;

    /** What is done after the first half has been read and before the second can be. */
    @FunctionalInterface
    public interface Action {
        void run() throws IOException;
    }

    public HalfwayStream(String content, Action halfway) {
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
        if (position == middle && !done) {
            // An action that fails is done again: readers are known to ask twice.
            halfway.run();
            done = true;
        }
        int count = Math.min(length, (done ? content.length : middle) - position);
        if (count <= 0) {
            return length == 0 ? 0 : -1;
        }
        System.arraycopy(content, position, buffer, offset, count);
        position += count;
        return count;
    }
}
