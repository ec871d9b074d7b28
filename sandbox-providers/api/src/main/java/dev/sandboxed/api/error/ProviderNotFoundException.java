package dev.sandboxed.api.error;

/** Thrown when no provider of the given name is on the class path; the message lists the names that are. */
public final class ProviderNotFoundException extends SandboxException {

    private static final long serialVersionUID = 1L;

    public ProviderNotFoundException(Fault fault) {
        super("provider-not-found", fault);
    }
}
