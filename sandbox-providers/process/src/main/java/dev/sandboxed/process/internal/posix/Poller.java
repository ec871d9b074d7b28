package dev.sandboxed.process.internal.posix;

import com.sun.jna.Native;
import dev.sandboxed.linux.internal.libc.LibC;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;

/** Waits until one of a few descriptors is ready: C's {@code poll}, with its table in a recycled buffer. */
final class Poller implements AutoCloseable {

    /** What one waits for. */
    enum Interest {
        READ(SpawnCalls.POLLIN),
        WRITE(SpawnCalls.POLLOUT);

        private final short events;

        Interest(short events) {
            this.events = events;
        }
    }

    private static final int ENTRY = 8;

    private final ByteBuffer table = IoBuffers.take().order(ByteOrder.nativeOrder());
    private int count;

    void clear() {
        count = 0;
    }

    /** Adds a descriptor; a negative one is never ready. Gives the place to ask {@link #isReady} about. */
    int add(int fd, Interest interest) {
        int at = count * ENTRY;
        table.putInt(at, fd);
        table.putShort(at + 4, interest.events);
        table.putShort(at + 6, (short) 0);
        return count++;
    }

    /** Waits until something is ready or the time is up. A signal is neither: who took it for the end would lose output. */
    void poll(Duration time) {
        int millis = (int) Math.min(Integer.MAX_VALUE, (time.toNanos() + 999_999) / 1_000_000);
        int ready;
        do {
            ready = SpawnCalls.poll(table, count, millis);
        } while (ready < 0 && Native.getLastError() == LibC.EINTR);
        if (ready < 0) {
            for (int place = 0; place < count; place++) {
                table.putShort(place * ENTRY + 6, (short) 0);
            }
        }
    }

    /** Returns whether there is something to do, which may be an end or an error. */
    boolean isReady(int place) {
        return table.getShort(place * ENTRY + 6) != 0;
    }

    @Override
    public void close() {
        IoBuffers.giveBack(table);
    }
}
