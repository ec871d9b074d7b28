package dev.sandboxed.testkit;

import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.Stdin;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** A started command: its answer is played on a thread of its own, which ends with it. */
final class MockExecution implements Execution {

    private final Playback playback;
    private final MockSandbox sandbox;
    private final BlockingQueue<Optional<OutputChunk>> chunks = new LinkedBlockingQueue<>();
    private final CompletableFuture<ExecResult> result = new CompletableFuture<>();
    private final ByteArrayOutputStream typed = new TypedInput();

    MockExecution(Playback playback, MockSandbox sandbox) {
        this.playback = playback;
        this.sandbox = sandbox;
    }

    /** Complete with what the playback gives, exceptions included; runs on the thread of the command. */
    void run(Player player) {
        try {
            result.complete(player.play(chunk -> chunks.add(Optional.of(chunk))));
        } catch (InterruptedException | RuntimeException e) {
            result.completeExceptionally(e);
        } finally {
            chunks.add(Optional.empty());
        }
    }

    /** Plays the command to its end. */
    @FunctionalInterface
    interface Player {
        ExecResult play(Consumer<OutputChunk> reader) throws InterruptedException;
    }

    @Override
    public Command command() {
        return playback.command();
    }

    @Override
    public boolean isRunning() {
        return !result.isDone();
    }

    @Override
    public Optional<OutputChunk> next() {
        try {
            Optional<OutputChunk> chunk = chunks.take();
            if (chunk.isEmpty()) {
                // Put back for whoever asks again: after the end there is only the end.
                chunks.add(chunk);
                await();
            }
            return chunk;
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    @Override
    public OutputStream stdin() {
        if (!(command().stdin() instanceof Stdin.Open)) {
            throw new IllegalStateException("The stdin of this command is not open: " + command()
                    + "; start it with Command.stdin(Stdin.open())");
        }
        return typed;
    }

    @Override
    public void signal(Signal signal) {
        if (isRunning()) {
            sandbox.record(new Call.Signaled(sandbox.id(), command(), signal));
            if (!signal.equals(Signal.STOP) && !signal.equals(Signal.CONT)) {
                playback.cut(signal);
            }
        }
    }

    @Override
    public void kill() {
        signal(Signal.KILL);
    }

    @Override
    public ExecResult await() {
        try {
            ExecResult known = result.get();
            if (known.signal().isPresent()) {
                sandbox.insistOnLife();
            }
            return known;
        } catch (InterruptedException e) {
            throw interrupted();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException scripted) {
                throw scripted;
            }
            throw new IllegalStateException("The answer of a command could not be played: " + command(), e);
        }
    }

    @Override
    public void close() {
        kill();
    }

    private SandboxInterruptedException interrupted() {
        kill();
        Thread.currentThread().interrupt();
        return sandbox.interrupted(command());
    }

    /** Keeps what is written, and puts it on record when it is closed. */
    private final class TypedInput extends ByteArrayOutputStream {
        private boolean closed;

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                sandbox.record(new Call.Stdin(sandbox.id(), command(), toString(StandardCharsets.UTF_8)));
            }
        }
    }
}
