package dev.sandboxed.api.error;

/** Thrown when the waiting thread was interrupted; the operation was cancelled, cleaned up, and the flag is set again. */
public final class SandboxInterruptedException extends SandboxException {

    private static final long serialVersionUID = 1L;

    public SandboxInterruptedException(Fault fault) {
        super("interrupted", fault);
    }
}
