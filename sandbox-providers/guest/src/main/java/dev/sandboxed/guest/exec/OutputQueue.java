package dev.sandboxed.guest.exec;

import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The outputs of a process inside, from the threads that read them to the one that asks for them. For provider authors whose
 * {@link GuestChannel} has a stream for each output.
 *
 * <p>It holds little: when it is full the threads wait, and so does the process. When nobody asks any more they go on to read
 * and forget what comes, since a process that was left in the background must not die of its output.
 */
public final class OutputQueue implements AutoCloseable {

    private static final int MOST = 8;
    private static final int PIECE = 32 * 1024;

    private final Consumer<OutputChunk> seen;
    private final Deque<OutputChunk> waiting = new ArrayDeque<>();
    private int open;
    private boolean closed;
    private @Nullable Throwable death;

    /** Make one that tells nobody but who asks. */
    public OutputQueue() {
        this(chunk -> {});
    }

    /**
     * Make one.
     *
     * @param seen told of each piece as soon as it was read, on the thread that reads, before anybody waits for room
     */
    public OutputQueue(Consumer<OutputChunk> seen) {
        this.seen = seen;
    }

    /**
     * Read a stream on a thread of its own until it ends, fails or is closed, and close it then. All streams must be followed
     * before somebody asks for the first piece.
     *
     * @param thread how the thread is called
     */
    public void follow(Source source, InputStream stream, String thread) {
        synchronized (this) {
            open++;
        }
        Thread reader = new Thread(() -> readAll(source, stream), thread);
        reader.setDaemon(true);
        try {
            reader.start();
        } catch (Error noMoreThreads) {
            died(noMoreThreads);
            throw noMoreThreads;
        }
    }

    private void readAll(Source source, InputStream stream) {
        try (stream) {
            byte[] buffer = new byte[PIECE];
            for (int count = stream.read(buffer); count >= 0; count = stream.read(buffer)) {
                OutputChunk chunk = new OutputChunk(source, Arrays.copyOf(buffer, count));
                seen.accept(chunk);
                put(chunk);
            }
        } catch (IOException | InterruptedException e) {
            // Whoever asks sees the end of it.
        } catch (RuntimeException | Error e) {
            died(e);
        } finally {
            ended();
        }
    }

    /** Needs no memory: the lack of it is the likeliest reason. */
    private synchronized void died(Throwable why) {
        death = why;
        notifyAll();
    }

    private synchronized void put(OutputChunk chunk) throws InterruptedException {
        while (waiting.size() >= MOST && !closed) {
            wait();
        }
        if (!closed) {
            waiting.add(chunk);
            notifyAll();
        }
    }

    private synchronized void ended() {
        open--;
        notifyAll();
    }

    /**
     * Wait for the next piece.
     *
     * @return the piece, or empty when all streams have ended and everything was taken
     * @throws InterruptedIOException if the thread is interrupted, which it stays
     * @throws IOException if this is closed, now or meanwhile, or everything was taken and a thread that reads has died
     */
    public synchronized Optional<OutputChunk> next() throws IOException {
        try {
            while (waiting.isEmpty() && open > 0 && !closed && death == null) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while waiting for output");
        }
        if (closed) {
            throw new IOException("The channel is closed");
        }
        if (waiting.isEmpty() && death != null) {
            throw new IOException("Nobody reads the output any more: " + death, death);
        }
        notifyAll();
        return Optional.ofNullable(waiting.poll());
    }

    /** Forget what is waiting and what comes; whoever waits in {@link #next} is woken. The streams stay open. */
    @Override
    public synchronized void close() {
        closed = true;
        waiting.clear();
        notifyAll();
    }
}
