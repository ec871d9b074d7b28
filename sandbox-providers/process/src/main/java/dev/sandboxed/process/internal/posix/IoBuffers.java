package dev.sandboxed.process.internal.posix;

import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** A few buffers outside the heap, used again and again, since making one is slow and freeing it is up to the collector. */
final class IoBuffers {

    static final int SIZE = 64 * 1024;

    private static final BlockingQueue<ByteBuffer> IDLE = new ArrayBlockingQueue<>(32);

    private IoBuffers() {}

    static ByteBuffer take() {
        ByteBuffer buffer = IDLE.poll();
        return buffer == null ? ByteBuffer.allocateDirect(SIZE) : buffer.clear();
    }

    static void giveBack(ByteBuffer buffer) {
        IDLE.offer(buffer);
    }
}
