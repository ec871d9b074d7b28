package dev.sandboxed.provision.plan;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;

/** Thrown when something that a provider needs could not be had; what was there before is as it was. */
public final class ProvisionException extends SandboxException {

    private static final long serialVersionUID = 1L;

    public ProvisionException(Fault fault) {
        super("provision", fault);
    }
}
