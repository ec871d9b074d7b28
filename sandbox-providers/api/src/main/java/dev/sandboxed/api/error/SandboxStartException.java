package dev.sandboxed.api.error;

/** Thrown when creating a sandbox failed or took too long; nothing of it is left behind. */
public final class SandboxStartException extends SandboxException {

    private static final long serialVersionUID = 1L;

    public SandboxStartException(Fault fault) {
        super("sandbox-start", fault);
    }
}
