package dev.sandboxed.junit;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.Signal;
import java.io.OutputStream;
import java.util.Optional;

/**
 * A started command that takes down how it ended, once somebody waits for that.
 *
 * @param running the command
 * @param line its line in the transcript
 */
record RecordingExecution(Execution running, Transcript.Line line) implements Execution {

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
        ExecResult result = running.await();
        line.ended(result);
        return result;
    }

    @Override
    public void close() {
        running.close();
    }
}
