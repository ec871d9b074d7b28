package dev.sandboxed.process;

import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.process.internal.output.ByteFeed;
import dev.sandboxed.process.internal.output.ChunkQueue;
import dev.sandboxed.process.internal.output.MovingExecution;
import dev.sandboxed.process.internal.posix.Wakeup;
import java.io.OutputStream;
import java.util.function.Consumer;

/** A process of the host that runs. */
final class LiveExecution extends MovingExecution {

    private final CommandRun run;
    private final ByteFeed feed;

    LiveExecution(CommandRun run, ChunkQueue queue, ByteFeed feed, Wakeup wakeup, Consumer<ExecResult> ended) {
        super(run.command(), queue);
        this.run = run;
        this.feed = feed;
        move("sandboxed-exec-" + run.child().pid(), () -> toEnd(wakeup), ended);
    }

    private ExecResult toEnd(Wakeup wakeup) {
        try (wakeup) {
            return run.toEnd(feed, wakeup);
        }
    }

    @Override
    protected OutputStream openInput() {
        return ((QueueFeed) feed).stream();
    }

    @Override
    protected void send(Signal signal) {
        run.child().signal(signal);
    }

    @Override
    protected void killAll() {
        run.kill();
    }
}
