package dev.sandboxed.guest.exec;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.process.output.ChunkQueue;
import java.io.OutputStream;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/** A running command with a thread of its own that moves its bytes. */
final class GuestExecution implements Execution {

    private final GuestRun run;
    private final ChunkQueue queue;
    private final BiConsumer<GuestRun, Signal> signalling;
    private final CompletableFuture<ExecResult> result = new CompletableFuture<>();

    /**
     * Follow a command that has begun.
     *
     * @param queue where its output arrives
     * @param finish what moves it to its end
     * @param signalling how signals reach it
     * @param ended told once, when it has ended
     */
    GuestExecution(
            GuestRun run,
            ChunkQueue queue,
            Function<GuestRun, ExecResult> finish,
            BiConsumer<GuestRun, Signal> signalling,
            Consumer<ExecResult> ended) {
        this.run = run;
        this.queue = queue;
        this.signalling = signalling;
        Thread mover = new Thread(
                () -> move(finish, ended), "sandboxed-exec-" + run.supervisor().pid());
        mover.setDaemon(true);
        mover.start();
    }

    private void move(Function<GuestRun, ExecResult> finish, Consumer<ExecResult> ended) {
        try {
            ExecResult outcome = finish.apply(run);
            ended.accept(outcome);
            result.complete(outcome);
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
        }
    }

    @Override
    public Command command() {
        return run.command();
    }

    @Override
    public boolean isRunning() {
        return !result.isDone();
    }

    @Override
    public Optional<OutputChunk> next() {
        try {
            return queue.take();
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    @Override
    public OutputStream stdin() {
        if (command().stdin() instanceof Stdin.Open) {
            return run.streams().input().stream();
        }
        throw new IllegalStateException("The command's stdin was given when it was started: " + command()
                + "; start it with Stdin.open() to write to it");
    }

    @Override
    public void signal(Signal signal) {
        if (isRunning()) {
            signalling.accept(run, signal);
        }
    }

    @Override
    public void kill() {
        if (isRunning()) {
            run.kill();
        }
    }

    @Override
    public ExecResult await() {
        queue.lift();
        try {
            return result.get();
        } catch (InterruptedException e) {
            throw interrupted();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    @Override
    public void close() {
        queue.lift();
        kill();
        result.handle((outcome, failure) -> outcome).join();
    }

    private SandboxInterruptedException interrupted() {
        kill();
        Thread.currentThread().interrupt();
        return new SandboxInterruptedException(
                Fault.of("Interrupted while waiting for a command; it was killed: " + command()));
    }
}
