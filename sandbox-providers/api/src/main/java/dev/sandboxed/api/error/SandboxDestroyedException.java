package dev.sandboxed.api.error;

/** Thrown by every operation on a handle whose sandbox was closed, expired or died. */
public final class SandboxDestroyedException extends SandboxException {

    private static final long serialVersionUID = 1L;

    public SandboxDestroyedException(Fault fault) {
        super("sandbox-destroyed", fault);
    }
}
