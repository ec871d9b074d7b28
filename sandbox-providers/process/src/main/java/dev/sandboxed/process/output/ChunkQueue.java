package dev.sandboxed.process.output;

import dev.sandboxed.api.exec.OutputChunk;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Chunks on their way from the thread that moves bytes to the one that reads them. Holds little: while it is full, the
 * command is held back, until somebody waits for the end instead of reading.
 */
public final class ChunkQueue {

    private static final int WINDOW = 256 * 1024;

    private final Deque<OutputChunk> waiting = new ArrayDeque<>();
    private final Runnable whenRoom;
    private int bytes;
    private int openSources = OutputChunk.Source.values().length;
    private boolean lifted;
    private @Nullable Throwable failure;

    public ChunkQueue(Runnable whenRoom) {
        this.whenRoom = whenRoom;
    }

    public synchronized boolean hasRoom() {
        return lifted || bytes < WINDOW;
    }

    /** Add a chunk. When nobody is held back any more, a full queue drops it: the result has it all the same. */
    public synchronized void put(OutputChunk chunk) {
        if (!lifted || bytes < WINDOW) {
            waiting.add(chunk);
            bytes += chunk.bytes().length;
            notifyAll();
        }
    }

    public synchronized void sourceEnded() {
        openSources--;
        notifyAll();
    }

    /**
     * Nothing more comes, for this reason; the first one counts. Needs no memory, since the lack of it may be the reason,
     * and comes too late when both sources have ended already.
     */
    public synchronized void fail(Throwable why) {
        if (openSources > 0 && failure == null) {
            failure = why;
        }
        notifyAll();
    }

    /**
     * Wait for a chunk; empty when both sources have ended and all was taken.
     *
     * @throws ExecutionException if all was taken and the thread that moves bytes has failed; always from then on
     */
    public Optional<OutputChunk> take() throws InterruptedException, ExecutionException {
        OutputChunk chunk;
        synchronized (this) {
            while (waiting.isEmpty() && openSources > 0 && failure == null) {
                wait();
            }
            chunk = waiting.poll();
            if (chunk == null && failure != null) {
                throw new ExecutionException(failure);
            }
            if (chunk == null) {
                return Optional.empty();
            }
            bytes -= chunk.bytes().length;
        }
        whenRoom.run();
        return Optional.of(chunk);
    }

    /** No longer hold the command back. */
    public void lift() {
        synchronized (this) {
            lifted = true;
        }
        whenRoom.run();
    }
}
