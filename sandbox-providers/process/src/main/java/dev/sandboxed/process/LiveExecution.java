package dev.sandboxed.process;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.process.output.ChunkQueue;
import dev.sandboxed.process.posix.ByteFeed;
import dev.sandboxed.process.posix.Wakeup;
import java.io.OutputStream;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/** A running command with a thread of its own that moves its bytes. */
final class LiveExecution implements Execution {

    private final Command command;
    private final CommandRun run;
    private final ChunkQueue queue;
    private final ByteFeed feed;
    private final CompletableFuture<ExecResult> result = new CompletableFuture<>();

    LiveExecution(CommandRun run, ChunkQueue queue, ByteFeed feed, Wakeup wakeup, Consumer<ExecResult> ended) {
        this.command = run.command();
        this.run = run;
        this.queue = queue;
        this.feed = feed;
        Thread mover = new Thread(
                () -> move(wakeup, ended), "sandboxed-exec-" + run.child().pid());
        mover.setDaemon(true);
        mover.start();
    }

    private void move(Wakeup wakeup, Consumer<ExecResult> ended) {
        try (wakeup) {
            ExecResult outcome = run.toEnd(feed, wakeup);
            ended.accept(outcome);
            result.complete(outcome);
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
        }
    }

    @Override
    public Command command() {
        return command;
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
        if (feed instanceof QueueFeed open && command.stdin() instanceof Stdin.Open) {
            return open.stream();
        }
        throw new IllegalStateException("The command's stdin was given when it was started: " + command
                + "; start it with Stdin.open() to write to it");
    }

    @Override
    public void signal(Signal signal) {
        run.child().signal(signal);
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
        kill();
        queue.lift();
        result.handle((outcome, failure) -> outcome).join();
    }

    private SandboxInterruptedException interrupted() {
        kill();
        Thread.currentThread().interrupt();
        return new SandboxInterruptedException(
                Fault.of("Interrupted while waiting for a command; it was killed: " + command));
    }
}
