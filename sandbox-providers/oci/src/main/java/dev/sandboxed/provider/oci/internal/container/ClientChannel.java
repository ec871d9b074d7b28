package dev.sandboxed.provider.oci.internal.container;

import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.guest.internal.exec.ProcessChannel;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/** The streams of a process inside, which are those of the runtime's client that has started it and waits for its end. */
public class ClientChannel implements GuestChannel {

    private static final int MOST_WORDS = 1024;

    private final Process client;
    private final Runnable begun;
    private final AtomicBoolean silent = new AtomicBoolean(true);
    private final ProcessChannel streams;
    private String firstWords = "";

    /**
     * Takes over a client.
     *
     * @param begun called once, when something comes out or the channel is closed
     */
    ClientChannel(Process client, Runnable begun) {
        this.client = client;
        this.begun = begun;
        this.streams = new ProcessChannel(client, this::remember);
    }

    private synchronized void remember(OutputChunk chunk) {
        if (chunk.source() == Source.STDERR && firstWords.length() < MOST_WORDS) {
            firstWords += new String(chunk.bytes(), StandardCharsets.UTF_8);
        }
    }

    @Override
    public OutputStream input() {
        return streams.input();
    }

    @Override
    public Optional<OutputChunk> read() throws IOException {
        Optional<OutputChunk> next = streams.read();
        beginOnce();
        return next;
    }

    private void beginOnce() {
        if (silent.getAndSet(false)) {
            begun.run();
        }
    }

    @Override
    public void close() {
        streams.close();
        beginOnce();
    }

    /** Returns what came first in the standard error: the runtime's words, if it could not start the process. */
    public synchronized String firstWords() {
        return firstWords.strip();
    }

    boolean isAlive() {
        return client.isAlive();
    }

    /** Waits for the end of the client; tells its exit code, which is the runtime's word for how the process ended. */
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
