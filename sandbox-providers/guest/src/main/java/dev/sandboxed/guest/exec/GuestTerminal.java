package dev.sandboxed.guest.exec;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.process.internal.output.ChunkStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.Function;

/** A command on a terminal: an execution whose input is open and whose outputs are one. */
final class GuestTerminal implements Terminal {

    private final Execution execution;
    private final GuestChannel channel;
    private final Function<String, Fault> fault;
    private final InputStream output;

    GuestTerminal(Execution execution, GuestChannel channel, Function<String, Fault> fault) {
        this.execution = execution;
        this.channel = channel;
        this.fault = fault;
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
        try {
            channel.resize(size);
        } catch (IOException e) {
            throw new SandboxTransportException(
                    fault.apply("Cannot change the size of a terminal to " + size + ": " + e)
                            .cause(e));
        }
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
