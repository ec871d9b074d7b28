package dev.sandboxed.process.internal.output;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.process.internal.thread.DaemonThread;
import java.io.OutputStream;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A running command with a thread of its own that moves its bytes. For provider authors. */
public abstract class MovingExecution implements Execution {

    private final Command command;
    private final ChunkQueue queue;
    private final CountDownLatch over = new CountDownLatch(1);
    private @Nullable ExecResult result;
    private @Nullable Throwable failure;

    protected MovingExecution(Command command, ChunkQueue queue) {
        this.command = command;
        this.queue = queue;
    }

    /** Kills the command with all that it started; called only while it runs. */
    protected abstract void killAll();

    /** Sends a signal to the command itself; called only while it runs. */
    protected abstract void send(Signal signal);

    /** Returns the end to write to; called only for a command whose input was left open. */
    protected abstract OutputStream openInput();

    /**
     * Begins to move bytes. Call it last in the constructor.
     *
     * @param thread what the thread is called
     * @param toEnd moves them until the command has ended
     * @param ended told once, when it has ended
     */
    protected final void move(String thread, Supplier<ExecResult> toEnd, Consumer<ExecResult> ended) {
        DaemonThread.start(thread, () -> moveNow(toEnd, ended));
    }

    private void moveNow(Supplier<ExecResult> toEnd, Consumer<ExecResult> ended) {
        try {
            ExecResult outcome = toEnd.get();
            ended.accept(outcome);
            result = outcome;
        } catch (RuntimeException | Error e) {
            failure = e;
            queue.fail(e);
        } finally {
            // Needs no memory, as nothing above does that tells of a failure: the lack of it may be what went wrong.
            over.countDown();
        }
    }

    @Override
    public final Command command() {
        return command;
    }

    @Override
    public final boolean isRunning() {
        return over.getCount() > 0;
    }

    @Override
    public final Optional<OutputChunk> next() {
        try {
            return queue.take();
        } catch (InterruptedException e) {
            throw interrupted();
        } catch (ExecutionException e) {
            throw failed(e.getCause());
        }
    }

    @Override
    public final OutputStream stdin() {
        if (command.stdin() instanceof Stdin.Open) {
            return openInput();
        }
        throw new IllegalStateException("The command's stdin was given when it was started: " + command
                + "; start it with Stdin.open() to write to it");
    }

    @Override
    public final void signal(Signal signal) {
        if (isRunning()) {
            send(signal);
        }
    }

    @Override
    public final void kill() {
        if (isRunning()) {
            killAll();
        }
    }

    @Override
    public final ExecResult await() {
        queue.lift();
        try {
            over.await();
        } catch (InterruptedException e) {
            throw interrupted();
        }
        ExecResult outcome = result;
        if (outcome == null) {
            throw failed(failure);
        }
        return outcome;
    }

    @Override
    public final void close() {
        queue.lift();
        kill();
        awaitEndInAnyCase();
    }

    /** An interruption is kept for later. */
    private void awaitEndInAnyCase() {
        boolean interrupted = false;
        while (isRunning()) {
            try {
                over.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private SandboxException failed(@Nullable Throwable cause) {
        return cause instanceof SandboxException known
                ? known
                : new SandboxTransportException(Fault.of("The output of a command could not be moved to its end: "
                                + cause + "; the command was: " + command)
                        .remedy("read large outputs as chunks, or send them to a file")
                        .cause(cause));
    }

    private SandboxInterruptedException interrupted() {
        kill();
        Thread.currentThread().interrupt();
        return new SandboxInterruptedException(
                Fault.of("Interrupted while waiting for a command; it was killed: " + command));
    }
}
