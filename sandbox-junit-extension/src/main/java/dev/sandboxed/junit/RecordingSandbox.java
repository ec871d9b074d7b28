package dev.sandboxed.junit;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import java.net.InetSocketAddress;
import java.time.Duration;

/** A sandbox that takes down what is run in it, and gives commands the test's own timeout where they have none. */
final class RecordingSandbox implements Sandbox {

    private final Sandbox sandbox;
    private final Duration timeout;
    private final Transcript transcript = new Transcript();

    RecordingSandbox(Sandbox sandbox, Duration timeout) {
        this.sandbox = sandbox;
        this.timeout = timeout;
    }

    Transcript transcript() {
        return transcript;
    }

    private Command timed(Command command) {
        return command.hasTimeout() ? command : command.timeout(timeout);
    }

    @Override
    public ExecResult exec(Command command) {
        Transcript.Line line = transcript.begin(command.toString());
        try {
            ExecResult result = sandbox.exec(timed(command));
            line.ended(result);
            return result;
        } catch (RuntimeException e) {
            line.failed(e);
            throw e;
        }
    }

    @Override
    public Execution start(Command command) {
        Transcript.Line line = transcript.begin(command + "  (started)");
        try {
            return new RecordingExecution(sandbox.start(timed(command)), line);
        } catch (RuntimeException e) {
            line.failed(e);
            throw e;
        }
    }

    @Override
    public Terminal terminal(Command command, TerminalSize size) {
        transcript.begin(command + "  (on a terminal)");
        return sandbox.terminal(timed(command), size);
    }

    @Override
    public String id() {
        return sandbox.id();
    }

    @Override
    public SandboxSpec spec() {
        return sandbox.spec();
    }

    @Override
    public SandboxInfo info() {
        return sandbox.info();
    }

    @Override
    public SandboxFiles files() {
        return sandbox.files();
    }

    @Override
    public void stop() {
        sandbox.stop();
    }

    @Override
    public void resume() {
        sandbox.resume();
    }

    @Override
    public Snapshot snapshot(SnapshotOptions options) {
        return sandbox.snapshot(options);
    }

    @Override
    public Usage usage() {
        return sandbox.usage();
    }

    @Override
    public InetSocketAddress endpoint(int port) {
        return sandbox.endpoint(port);
    }

    @Override
    public void close() {
        sandbox.close();
    }
}
