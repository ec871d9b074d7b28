package dev.sandboxed.guest.exec;

import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;

/**
 * The streams of a process of this host. Like a container engine, it holds little of what nobody reads, and goes on to read
 * when nobody listens any more.
 */
final class LocalChannel implements GuestChannel {

    private static final int MOST = 8;
    private static final int PIECE = 8 * 1024;

    final Process process;
    private final Deque<OutputChunk> waiting = new ArrayDeque<>();
    private int open = Source.values().length;
    private boolean closed;

    LocalChannel(Process process) {
        this.process = process;
        inBackground(() -> follow(Source.STDOUT, process.getInputStream()));
        inBackground(() -> follow(Source.STDERR, process.getErrorStream()));
    }

    private static void inBackground(Runnable task) {
        Thread thread = new Thread(task, "local-channel");
        thread.setDaemon(true);
        thread.start();
    }

    private void follow(Source source, InputStream stream) {
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

    @Override
    public OutputStream input() {
        return new FilterOutputStream(process.getOutputStream()) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                out.write(bytes, offset, length);
                out.flush();
            }
        };
    }

    @Override
    public synchronized Optional<OutputChunk> read() throws IOException {
        try {
            while (waiting.isEmpty() && open > 0 && !closed) {
                wait();
            }
        } catch (InterruptedException e) {
            // As a socket does: whoever is interrupted hears nothing more.
            closed = true;
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted");
        }
        if (closed) {
            throw new IOException("The channel is closed");
        }
        notifyAll();
        return Optional.ofNullable(waiting.poll());
    }

    /** Not on the thread of the caller: a pipe that is being written to cannot be closed before that is over. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            waiting.clear();
            notifyAll();
        }
        inBackground(() -> {
            try {
                process.getOutputStream().close();
            } catch (IOException e) {
                // The process is gone.
            }
        });
    }
}
