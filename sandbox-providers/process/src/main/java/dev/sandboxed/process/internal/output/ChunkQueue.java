package dev.sandboxed.process.internal.output;

import dev.sandboxed.api.exec.OutputChunk;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Chunks on their way from the threads that move bytes to the one that reads them. Holds little: while it is full, the
 * command is held back, until somebody waits for the end instead of reading.
 */
public final class ChunkQueue {

    private static final int WINDOW = 256 * 1024;
    /** Somebody may send on without being held back, and chooses how much memory that takes. */
    private static final int MOST = 64 << 20;

    /** Whoever makes room says so; this is for whoever waits for something else as well. */
    private static final int LOOK_MILLIS = 50;

    private final Deque<OutputChunk> waiting = new ArrayDeque<>();
    private final Runnable whenRoom;
    private int bytes;
    private int openSources;
    private boolean lifted;
    private @Nullable Throwable failure;

    /**
     * Creates an empty queue.
     *
     * @param sources how many will say that they have ended
     * @param whenRoom told when there may be room again
     */
    public ChunkQueue(int sources, Runnable whenRoom) {
        this.openSources = sources;
        this.whenRoom = whenRoom;
    }

    public synchronized boolean hasRoom() {
        return lifted || bytes < WINDOW;
    }

    /** Waits until there is room for more, or this is true; an interruption ends the wait and is kept. */
    public synchronized void awaitRoom(BooleanSupplier orElse) {
        try {
            while (!hasRoom() && !orElse.getAsBoolean()) {
                wait(LOOK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Adds a chunk. When nobody is held back any more, a full queue drops it: the result has it all the same.
     *
     * @throws UncheckedIOException if far more is waiting than whoever is held back could have sent
     */
    public synchronized void put(OutputChunk chunk) {
        if (bytes > MOST) {
            throw new UncheckedIOException(new IOException("more than " + MOST + " bytes of output wait for a reader"));
        }
        if (!lifted || bytes < WINDOW) {
            waiting.add(chunk);
            bytes += chunk.bytes().length;
            notifyAll();
        }
    }

    /** Expects one more source to say that it has ended. */
    public synchronized void sourceOpened() {
        openSources++;
    }

    public synchronized void sourceEnded() {
        openSources--;
        notifyAll();
    }

    /**
     * Says why nothing more comes; the first reason counts. Needs no memory, since the lack of it may be the reason, and
     * comes too late when all sources have ended already.
     */
    public synchronized void fail(Throwable why) {
        if (openSources > 0 && failure == null) {
            failure = why;
        }
        notifyAll();
    }

    /**
     * Waits for a chunk.
     *
     * @return the chunk, or empty when all sources have ended and all was taken
     * @throws ExecutionException if all was taken and a thread that moves bytes has failed; always from then on
     * @throws InterruptedException if the thread is interrupted while there is nothing to take
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
            notifyAll();
        }
        whenRoom.run();
        return Optional.of(chunk);
    }

    /**
     * Waits for a chunk, for whoever reads as from a stream.
     *
     * @return the chunk, or empty when all sources have ended and all was taken
     * @throws InterruptedIOException if the thread is interrupted, which it stays
     * @throws IOException if all was taken and a thread that moves bytes has failed
     */
    public Optional<OutputChunk> read() throws IOException {
        try {
            return take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while waiting for output");
        } catch (ExecutionException e) {
            throw new IOException("Nobody reads the output any more: " + e.getCause(), e.getCause());
        }
    }

    /** Holds the command back no longer. */
    public void lift() {
        synchronized (this) {
            lifted = true;
            notifyAll();
        }
        whenRoom.run();
    }

    /** Drops what is waiting and what comes, holds nobody back, and says so to whoever waits in {@link #take}. */
    public void close(Throwable why) {
        synchronized (this) {
            failure = why;
            waiting.clear();
            bytes = WINDOW;
        }
        lift();
    }
}
