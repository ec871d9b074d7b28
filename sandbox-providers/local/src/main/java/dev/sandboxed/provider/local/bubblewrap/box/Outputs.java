package dev.sandboxed.provider.local.bubblewrap.box;

import dev.sandboxed.api.exec.OutputChunk;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;

/** Pieces of two outputs, from two threads to one. Bounded: when it is full, the threads wait, and so does the process. */
final class Outputs {

    private static final int MOST = 4;

    private final Queue<OutputChunk> waiting = new ArrayDeque<>();
    private int open = OutputChunk.Source.values().length;
    private boolean closed;

    /** Add a piece as soon as there is room; false when nobody wants it any more. */
    synchronized boolean offer(OutputChunk chunk) {
        try {
            while (waiting.size() >= MOST && !closed) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        waiting.add(chunk);
        notifyAll();
        return !closed;
    }

    /** One of the two has ended. */
    synchronized void ended() {
        open--;
        notifyAll();
    }

    /** Wait for the next piece; empty when both have ended. */
    synchronized Optional<OutputChunk> next() throws IOException {
        try {
            while (waiting.isEmpty() && open > 0 && !closed) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while waiting for output");
        }
        if (closed) {
            throw new ClosedChannelException();
        }
        notifyAll();
        return Optional.ofNullable(waiting.poll());
    }

    synchronized void close() {
        closed = true;
        waiting.clear();
        notifyAll();
    }
}
