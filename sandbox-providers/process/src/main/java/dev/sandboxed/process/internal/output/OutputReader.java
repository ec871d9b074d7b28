package dev.sandboxed.process.internal.output;

import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.process.internal.thread.DaemonThread;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads the output streams of a process, each on a thread of its own, for the one that asks for what they hold. For provider
 * authors.
 *
 * <p>It reads little ahead: when that is reached the threads wait, and so does the process. When it is closed they go on to
 * read and drop what comes, since a process that was left in the background must not die of its output.
 */
public final class OutputReader implements AutoCloseable {

    private static final int PIECE = 32 * 1024;

    private final Consumer<OutputChunk> seen;
    private final ChunkQueue queue = new ChunkQueue(0, () -> {});

    /**
     * Creates one that reads nothing yet.
     *
     * @param seen told of each piece as soon as it was read, on the thread that reads, before anybody waits for room
     */
    public OutputReader(Consumer<OutputChunk> seen) {
        this.seen = seen;
    }

    /**
     * Reads a stream on a thread of its own until it ends or fails, and closes it then. All streams must be followed before
     * somebody asks for the first piece.
     *
     * @param thread how the thread is called
     */
    public void follow(Source source, InputStream stream, String thread) {
        queue.sourceOpened();
        try {
            DaemonThread.start(thread, () -> readAll(source, stream));
        } catch (Error noMoreThreads) {
            queue.fail(noMoreThreads);
            throw noMoreThreads;
        }
    }

    private void readAll(Source source, InputStream stream) {
        try (stream) {
            byte[] buffer = new byte[PIECE];
            for (int count = stream.read(buffer); count >= 0; count = stream.read(buffer)) {
                OutputChunk chunk = new OutputChunk(source, Arrays.copyOf(buffer, count));
                seen.accept(chunk);
                queue.awaitRoom(() -> false);
                queue.put(chunk);
            }
        } catch (IOException e) {
            // Whoever asks sees the end of it.
        } catch (RuntimeException | Error e) {
            queue.fail(e);
        } finally {
            queue.sourceEnded();
        }
    }

    /**
     * Waits for the next piece.
     *
     * @return the piece, or empty when all streams have ended and everything was taken
     * @throws java.io.InterruptedIOException if the thread is interrupted, which it stays
     * @throws IOException if this is closed, now or meanwhile, or everything was taken and a thread that reads has died
     */
    public Optional<OutputChunk> next() throws IOException {
        return queue.read();
    }

    /** Drops what was read and what comes; whoever waits in {@link #next} is woken. The streams stay open. */
    @Override
    public void close() {
        queue.close(new IOException("The channel is closed"));
    }
}
