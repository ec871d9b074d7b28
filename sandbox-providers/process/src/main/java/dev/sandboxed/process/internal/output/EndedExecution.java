package dev.sandboxed.process.internal.output;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.Signal;
import java.io.OutputStream;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** A command that ended before it began, because there was no program to run. */
public final class EndedExecution implements Execution {

    private final ExecResult result;
    private final AtomicBoolean told = new AtomicBoolean();

    public EndedExecution(ExecResult result) {
        this.result = result;
    }

    @Override
    public Command command() {
        return result.command();
    }

    @Override
    public boolean isRunning() {
        return false;
    }

    @Override
    public Optional<OutputChunk> next() {
        return told.compareAndSet(false, true)
                ? Optional.of(new OutputChunk(OutputChunk.Source.STDERR, result.stderrBytes()))
                : Optional.empty();
    }

    @Override
    public OutputStream stdin() {
        return OutputStream.nullOutputStream();
    }

    @Override
    public void signal(Signal signal) {}

    @Override
    public void kill() {}

    @Override
    public ExecResult await() {
        return result;
    }

    @Override
    public void close() {}
}
