package dev.sandboxed.junit.internal.report;

import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.spi.ForwardingExecution;

/** A started command that takes down how it ended, once somebody waits for that or closes it. */
final class RecordingExecution extends ForwardingExecution {

    private final Transcript.Line line;

    RecordingExecution(Execution running, Transcript.Line line) {
        super(running);
        this.line = line;
    }

    @Override
    public ExecResult await() {
        try {
            ExecResult result = running().await();
            line.ended(result);
            return result;
        } catch (RuntimeException e) {
            line.failed(e);
            throw e;
        }
    }

    @Override
    public void close() {
        try {
            super.close();
        } finally {
            line.closed();
        }
    }
}
