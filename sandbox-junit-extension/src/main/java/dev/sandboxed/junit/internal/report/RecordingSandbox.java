package dev.sandboxed.junit.internal.report;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.spi.ForwardingSandbox;
import java.time.Duration;

/** A sandbox that takes down what is run in it, and gives commands the test's own timeout where they have none. */
public final class RecordingSandbox extends ForwardingSandbox {

    private final Duration timeout;
    private final Witness witness;
    private final Transcript transcript = new Transcript();

    public RecordingSandbox(Sandbox sandbox, Duration timeout, Witness witness) {
        super(sandbox);
        this.timeout = timeout;
        this.witness = witness;
    }

    public Transcript transcript() {
        return transcript;
    }

    private Command timed(Command command) {
        return command.hasTimeout() ? command : command.timeout(timeout);
    }

    private Transcript.Line begin(Command command, String how) {
        return transcript.begin(command + how, witness.began(sandbox().id(), command));
    }

    @Override
    public ExecResult exec(Command command) {
        Transcript.Line line = begin(command, "");
        try {
            ExecResult result = sandbox().exec(timed(command));
            line.ended(result);
            return result;
        } catch (RuntimeException e) {
            line.failed(e);
            throw e;
        }
    }

    @Override
    public Execution start(Command command) {
        Transcript.Line line = begin(command, "  (started)");
        try {
            return new RecordingExecution(sandbox().start(timed(command)), line);
        } catch (RuntimeException e) {
            line.failed(e);
            throw e;
        }
    }

    @Override
    public Terminal terminal(Command command, TerminalSize size) {
        begin(command, "  (on a terminal)");
        return sandbox().terminal(timed(command), size);
    }
}
