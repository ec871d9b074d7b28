package dev.sandboxed.guest.exec;

import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.process.internal.output.ChunkQueue;
import dev.sandboxed.process.internal.output.MovingExecution;
import java.io.OutputStream;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/** A command that runs inside a guest. */
final class GuestExecution extends MovingExecution {

    private final GuestRun run;
    private final BiConsumer<GuestRun, Signal> signalling;

    /**
     * Creates the execution of a command that has begun.
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
        super(run.command(), queue);
        this.run = run;
        this.signalling = signalling;
        move("sandboxed-exec-" + run.supervisor().pid(), () -> finish.apply(run), ended);
    }

    @Override
    protected OutputStream openInput() {
        return run.streams().input().stream();
    }

    @Override
    protected void send(Signal signal) {
        signalling.accept(run, signal);
    }

    @Override
    protected void killAll() {
        run.kill();
    }
}
