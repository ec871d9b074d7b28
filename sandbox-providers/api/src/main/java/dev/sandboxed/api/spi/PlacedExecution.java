package dev.sandboxed.api.spi;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.Signal;
import java.io.OutputStream;
import java.util.Optional;

/**
 * An execution whose result knows the sandbox it ran in.
 *
 * @param running the execution as the provider started it
 * @param place the sandbox
 */
record PlacedExecution(Execution running, ExecResult.Place place) implements Execution {

    @Override
    public Command command() {
        return running.command();
    }

    @Override
    public boolean isRunning() {
        return running.isRunning();
    }

    @Override
    public Optional<OutputChunk> next() {
        return running.next();
    }

    @Override
    public OutputStream stdin() {
        return running.stdin();
    }

    @Override
    public void signal(Signal signal) {
        running.signal(signal);
    }

    @Override
    public void kill() {
        running.kill();
    }

    @Override
    public ExecResult await() {
        return running.await().in(place);
    }

    @Override
    public void close() {
        running.close();
    }
}
