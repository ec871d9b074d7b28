package dev.sandboxed.provider.remote.internal.http.exec;

import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.process.internal.output.ChunkQueue;
import dev.sandboxed.process.internal.output.MovingExecution;
import java.io.OutputStream;
import java.util.function.Consumer;

/** A command that runs at the service. */
final class HttpExecution extends MovingExecution {

    private final CommandCall call;

    /**
     * Sends the command.
     *
     * @param queue where its output arrives
     * @param ended told once, when it has ended
     * @param over told when nothing more is to be done, however it came to that
     */
    HttpExecution(CommandCall call, ChunkQueue queue, Consumer<ExecResult> ended, Runnable over) {
        super(call.command(), queue);
        this.call = call;
        move("sandboxed-http-" + call.id(), () -> toEnd(over), ended);
    }

    private ExecResult toEnd(Runnable over) {
        try {
            return call.toEnd();
        } finally {
            over.run();
        }
    }

    @Override
    protected OutputStream openInput() {
        return call.input();
    }

    @Override
    protected void send(Signal signal) {
        call.signal(signal);
    }

    @Override
    protected void killAll() {
        call.kill();
    }
}
