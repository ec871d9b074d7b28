package dev.sandboxed.api.error;

/** Thrown when a provider exists and cannot work on this host now; carries its reason and remedy. */
public final class ProviderUnavailableException extends SandboxException {

    private static final long serialVersionUID = 1L;

    public ProviderUnavailableException(Fault fault) {
        super("provider-unavailable", fault);
    }
}
