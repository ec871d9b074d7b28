package dev.sandboxed.api.spi;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.Signal;
import java.io.OutputStream;
import java.util.Optional;

/** An execution that passes everything on to another, for those who add something to its end. */
public abstract class ForwardingExecution implements Execution {

    private final Execution running;

    protected ForwardingExecution(Execution running) {
        this.running = running;
    }

    /** Returns the execution that everything is passed on to. */
    protected final Execution running() {
        return running;
    }

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
    public void close() {
        running.close();
    }
}
