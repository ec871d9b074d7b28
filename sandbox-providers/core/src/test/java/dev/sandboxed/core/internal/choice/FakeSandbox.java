package dev.sandboxed.core.internal.choice;

import dev.sandboxed.api.Owner;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.spec.SandboxSpec;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** A sandbox that is only handed around. */
final class FakeSandbox implements Sandbox {

    private final Isolation isolation;
    private boolean closed;

    FakeSandbox() {
        this(Isolation.PROCESS);
    }

    FakeSandbox(Isolation isolation) {
        this.isolation = isolation;
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public String id() {
        return "fake-1";
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
                "fake-1",
                SandboxState.RUNNING,
                Owner.current(),
                Map.of(),
                Instant.EPOCH,
                Optional.empty());
    }

    @Override
    public ExecResult exec(Command command) {
        throw new UnsupportedOperationException("exec");
    }

    @Override
    public SandboxFiles files() {
        throw new UnsupportedOperationException("files");
    }

    @Override
    public void close() {
        closed = true;
    }
}
