package dev.sandboxed.api.capability;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;

/** Thrown, before anything starts, when a provider is asked for what it does not declare. */
public final class UnsupportedCapabilityException extends SandboxException {

    private static final long serialVersionUID = 1L;

    private final Capability capability;

    public UnsupportedCapabilityException(Capability capability, Fault fault) {
        super("unsupported-capability", fault);
        this.capability = capability;
    }

    /** Makes the usual message: which provider lacks what, and what to do. */
    public static UnsupportedCapabilityException of(Capability capability, String provider) {
        return new UnsupportedCapabilityException(
                capability,
                Fault.of("Provider '" + provider + "' does not support " + capability)
                        .provider(provider)
                        .remedy("leave out what needs " + capability + ", or choose a provider that declares it"
                                + " (./sandboxed doctor lists them)"));
    }

    /** Returns what was asked for. */
    public Capability capability() {
        return capability;
    }
}
