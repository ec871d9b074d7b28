package dev.sandboxed.provider.oci.container;

import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.guest.exec.GuestChannel;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The streams of a process inside, which are those of the runtime's client that has started it and waits for its end.
 *
 * <p>It holds little of what nobody reads, and goes on to read when nobody listens any more: a process that was left in the
 * background must not die of its output.
 */
public class ClientChannel implements GuestChannel {

    private static final int MOST = 16;
    private static final int PIECE = 16 * 1024;
    private static final int MOST_WORDS = 1024;

    private final Process client;
    private final Runnable begun;
    private final Deque<OutputChunk> waiting = new ArrayDeque<>();
    private int open;
    private boolean closed;
    private boolean silent = true;
    private String firstWords = "";

    /**
     * Take over a client.
     *
     * @param begun called once, when something comes out or the channel is closed
     */
    ClientChannel(Process client, Runnable begun) {
        this.client = client;
        this.begun = begun;
        follow(Source.STDOUT, client.getInputStream());
        follow(Source.STDERR, client.getErrorStream());
    }

    private void follow(Source source, InputStream stream) {
        open++;
        inBackground("sandboxed-" + source.name().toLowerCase(Locale.ROOT) + "-" + client.pid(), () -> {
            byte[] buffer = new byte[PIECE];
            try (stream) {
                for (int count = stream.read(buffer); count >= 0; count = stream.read(buffer)) {
                    put(new OutputChunk(source, Arrays.copyOf(buffer, count)));
                }
            } catch (IOException | InterruptedException e) {
                // Whoever reads sees the end of it.
            } finally {
                ended();
            }
        });
    }

    private static void inBackground(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private synchronized void put(OutputChunk chunk) throws InterruptedException {
        if (chunk.source() == Source.STDERR && firstWords.length() < MOST_WORDS) {
            firstWords += new String(chunk.bytes(), StandardCharsets.UTF_8);
        }
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

    @Override
    public OutputStream input() {
        return new FilterOutputStream(client.getOutputStream()) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                out.write(bytes, offset, length);
                out.flush();
            }
        };
    }

    @Override
    public Optional<OutputChunk> read() throws IOException {
        Optional<OutputChunk> next = take();
        beginOnce();
        return next;
    }

    private synchronized Optional<OutputChunk> take() throws IOException {
        try {
            while (waiting.isEmpty() && open > 0 && !closed) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while waiting for output");
        }
        if (closed) {
            throw new IOException("The channel is closed");
        }
        notifyAll();
        return Optional.ofNullable(waiting.poll());
    }

    private void beginOnce() {
        boolean first;
        synchronized (this) {
            first = silent;
            silent = false;
        }
        if (first) {
            begun.run();
        }
    }

    /** Not on the thread of the caller: a pipe that is being written to cannot be closed before that is over. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            waiting.clear();
            notifyAll();
        }
        beginOnce();
        inBackground("sandboxed-close-" + client.pid(), () -> {
            try {
                client.getOutputStream().close();
            } catch (IOException e) {
                // The client is gone.
            }
        });
    }

    /** Tell what came first in the standard error: the runtime's words, if it could not start the process. */
    public synchronized String firstWords() {
        return firstWords.strip();
    }

    boolean isAlive() {
        return client.isAlive();
    }

    /** Wait for the end of the client; tells its exit code, which is the runtime's word for how the process ended. */
    public OptionalInt exitCode(Duration within) {
        try {
            return OptionalInt.of(
                    client.onExit().get(within.toNanos(), TimeUnit.NANOSECONDS).exitValue());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return OptionalInt.empty();
        } catch (TimeoutException | ExecutionException e) {
            return OptionalInt.empty();
        }
    }

    void kill() {
        client.destroyForcibly();
    }
}
