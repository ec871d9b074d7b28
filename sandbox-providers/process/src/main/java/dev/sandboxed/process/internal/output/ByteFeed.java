package dev.sandboxed.process.internal.output;

import java.nio.ByteBuffer;

/** What a child reads. Called on one thread. */
public interface ByteFeed extends AutoCloseable {

    /** The feed has ended. */
    int END = -1;

    /** Puts bytes into the buffer; returns how many, zero when there are none right now, or {@link #END}. */
    int fill(ByteBuffer buffer);

    @Override
    void close();
}
