package dev.sandboxed.api.error;

/** Thrown when no live sandbox has the given id: it never existed, or it was destroyed behind our back. */
public final class SandboxNotFoundException extends SandboxException {

    private static final long serialVersionUID = 1L;

    public SandboxNotFoundException(Fault fault) {
        super("sandbox-not-found", fault);
    }
}
