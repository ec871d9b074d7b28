package dev.sandboxed.core.internal.choice;

import dev.sandboxed.api.Owner;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.spec.SandboxSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A sandbox that is only handed around. */
public final class FakeSandbox implements Sandbox {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final String id = "fake-" + NUMBER.incrementAndGet();
    private final Isolation isolation;
    private final AtomicInteger commands = new AtomicInteger();
    private volatile SandboxState state = SandboxState.RUNNING;

    public FakeSandbox() {
        this(Isolation.PROCESS);
    }

    public FakeSandbox(Isolation isolation) {
        this.isolation = isolation;
    }

    public boolean isClosed() {
        return state == SandboxState.DESTROYED;
    }

    /** Returns how many commands have run in it. */
    public int commands() {
        return commands.get();
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public SandboxSpec spec() {
        return SandboxSpec.defaults();
    }

    @Override
    public SandboxInfo info() {
        return new SandboxInfo(
                id(),
                new SandboxInfo.RunsOn("fake", "1.0", isolation),
                id,
                state,
                Owner.current(),
                Map.of(),
                Instant.EPOCH,
                Optional.empty());
    }

    @Override
    public boolean waitFor(SandboxState wanted, Duration timeout) {
        throw new UnsupportedOperationException("waitFor");
    }

    @Override
    public ExecResult exec(Command command) {
        commands.incrementAndGet();
        return new ExecResult(command, Ending.exited(0), Output.EMPTY, Output.EMPTY, Duration.ZERO);
    }

    @Override
    public SandboxFiles files() {
        throw new UnsupportedOperationException("files");
    }

    @Override
    public void close() {
        state = SandboxState.DESTROYED;
    }
}
