package dev.sandboxed.api.error;

/** Thrown when a command or a file is asked of a sandbox that is stopped; resume it first. */
public final class SandboxStoppedException extends SandboxException {

    private static final long serialVersionUID = 1L;

    public SandboxStoppedException(Fault fault) {
        super("sandbox-stopped", fault);
    }
}
