package dev.sandboxed.process;

import dev.sandboxed.process.internal.output.BulkOutputStream;
import dev.sandboxed.process.internal.output.ByteFeed;
import dev.sandboxed.process.internal.output.StdinPump;
import dev.sandboxed.process.internal.posix.Wakeup;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Input that another thread writes while the command runs. Bounded: a writer waits until the command has read. */
final class QueueFeed implements ByteFeed {

    private final Wakeup wakeup;
    private final ByteBuffer waiting = ByteBuffer.allocate(64 * 1024);
    private boolean ended;
    private boolean closed;
    private @Nullable Throwable failure;

    QueueFeed(Wakeup wakeup) {
        this.wakeup = wakeup;
    }

    /** The source broke: whoever waits for the command is told so, instead of a result for half of the input. */
    void fail(Throwable cause) {
        synchronized (this) {
            failure = cause;
            ended = true;
            notifyAll();
        }
        wakeup.wake();
    }

    @Override
    public synchronized int fill(ByteBuffer buffer) {
        if (failure != null) {
            throw StdinPump.brokenSource(failure);
        }
        waiting.flip();
        int length = Math.min(waiting.remaining(), buffer.remaining());
        buffer.put(waiting.slice(0, length));
        waiting.position(length);
        waiting.compact();
        notifyAll();
        return length == 0 && ended ? END : length;
    }

    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** Returns the end to write to; closing it is the end of file for the command. */
    OutputStream stream() {
        return new BulkOutputStream() {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                for (int done = 0; done < length; ) {
                    done += put(bytes, offset + done, length - done);
                    wakeup.wake();
                }
            }

            @Override
            public void close() {
                end();
                wakeup.wake();
            }
        };
    }

    private synchronized int put(byte[] bytes, int offset, int length) throws IOException {
        while (!waiting.hasRemaining() && !closed && !ended) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("Interrupted while writing to a command's standard input");
            }
        }
        if (closed || ended) {
            throw new IOException("The command no longer reads its standard input");
        }
        int part = Math.min(length, waiting.remaining());
        waiting.put(bytes, offset, part);
        return part;
    }

    private synchronized void end() {
        ended = true;
        notifyAll();
    }
}
