package dev.sandboxed.api.error;

/** Thrown when the wire to the sandbox or its runtime breaks, so that it is unknown what happened inside. */
public final class SandboxTransportException extends SandboxException {

    private static final long serialVersionUID = 1L;

    public SandboxTransportException(Fault fault) {
        super("sandbox-transport", fault);
    }
}
