package dev.sandboxed.core;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.spec.SandboxSpec;

/** A sandbox that is only handed around. */
final class FakeSandbox implements Sandbox {

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
        throw new UnsupportedOperationException("info");
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
    public void close() {}
}
