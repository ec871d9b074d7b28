package dev.sandboxed.provider.remote.internal.http.exec;

import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.process.internal.output.ChunkStream;
import java.io.InputStream;
import java.io.OutputStream;

/** A command on a terminal at the service: an execution whose input is open and whose outputs are one. */
final class HttpTerminal implements Terminal {

    private final Execution execution;
    private final CommandCall call;
    private final InputStream output;

    HttpTerminal(Execution execution, CommandCall call) {
        this.execution = execution;
        this.call = call;
        this.output = new ChunkStream(execution::next);
    }

    @Override
    public OutputStream input() {
        return execution.stdin();
    }

    @Override
    public InputStream output() {
        return output;
    }

    @Override
    public void resize(TerminalSize size) {
        call.resize(size);
    }

    @Override
    public void signal(Signal signal) {
        execution.signal(signal);
    }

    @Override
    public Ending await() {
        return execution.await().ending();
    }

    @Override
    public void close() {
        execution.close();
    }
}
