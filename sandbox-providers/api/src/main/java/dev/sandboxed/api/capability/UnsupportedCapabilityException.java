package dev.sandboxed.api.capability;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

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
        return of(List.of(capability), provider, Map.of());
    }

    /**
     * Makes the usual message about one capability or several.
     *
     * @param lacking what is asked for and not declared; the first one is what {@link #capability()} returns
     * @param remedies what to do on this host for some of them
     * @throws IllegalArgumentException if nothing is lacking
     */
    public static UnsupportedCapabilityException of(
            List<Capability> lacking, String provider, Map<Capability, String> remedies) {
        if (lacking.isEmpty()) {
            throw new IllegalArgumentException("Provider '" + provider + "' lacks nothing; leave the exception out");
        }
        String all = lacking.stream().map(Capability::name).collect(Collectors.joining(", "));
        String here = lacking.stream()
                .map(remedies::get)
                .filter(Objects::nonNull)
                .distinct()
                .map(remedy -> remedy + "; or ")
                .collect(Collectors.joining());
        return new UnsupportedCapabilityException(
                lacking.get(0),
                Fault.of("Provider '" + provider + "' does not support " + all)
                        .provider(provider)
                        .remedy(here + "leave out what needs " + all + ", or choose a provider that declares it"
                                + " (./sandboxed doctor lists them)"));
    }

    /** Returns what was asked for. */
    public Capability capability() {
        return capability;
    }
}
