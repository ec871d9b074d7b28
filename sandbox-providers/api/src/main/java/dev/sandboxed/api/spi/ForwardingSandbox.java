package dev.sandboxed.api.spi;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.event.NetworkAttempt;
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
import java.util.List;
import java.util.function.Supplier;

/** A sandbox that passes everything on to another, for those who change or watch a part of it. */
public abstract class ForwardingSandbox implements Sandbox {

    private final Supplier<Sandbox> current;

    protected ForwardingSandbox(Sandbox sandbox) {
        this(() -> sandbox);
    }

    /** Passes everything on to the one that this returns at that moment. */
    protected ForwardingSandbox(Supplier<Sandbox> current) {
        this.current = current;
    }

    /** Returns the sandbox that everything is passed on to. */
    protected final Sandbox sandbox() {
        return current.get();
    }

    @Override
    public String id() {
        return sandbox().id();
    }

    @Override
    public SandboxSpec spec() {
        return sandbox().spec();
    }

    @Override
    public SandboxInfo info() {
        return sandbox().info();
    }

    @Override
    public boolean waitFor(SandboxState wanted, Duration timeout) {
        return sandbox().waitFor(wanted, timeout);
    }

    @Override
    public ExecResult exec(Command command) {
        return sandbox().exec(command);
    }

    @Override
    public Execution start(Command command) {
        return sandbox().start(command);
    }

    @Override
    public Terminal terminal(Command command, TerminalSize size) {
        return sandbox().terminal(command, size);
    }

    @Override
    public SandboxFiles files() {
        return sandbox().files();
    }

    @Override
    public void stop() {
        sandbox().stop();
    }

    @Override
    public void resume() {
        sandbox().resume();
    }

    @Override
    public Snapshot snapshot(SnapshotOptions options) {
        return sandbox().snapshot(options);
    }

    @Override
    public List<Sandbox> fork(int copies) {
        return sandbox().fork(copies);
    }

    @Override
    public Usage usage() {
        return sandbox().usage();
    }

    @Override
    public InetSocketAddress endpoint(int port) {
        return sandbox().endpoint(port);
    }

    @Override
    public List<NetworkAttempt> networkAttempts() {
        return sandbox().networkAttempts();
    }

    @Override
    public String providerLog() {
        return sandbox().providerLog();
    }

    @Override
    public void close() {
        sandbox().close();
    }
}
