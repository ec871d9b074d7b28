package dev.sandboxed.provider.docker.internal;

import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.docker.internal.image.PullPolicy;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What only this provider knows, from a spec's options and else from the provider's settings.
 *
 * @param runtime the OCI runtime; nothing for the engine's default
 * @param pull when an image is pulled
 * @param network the engine's name or id of the network to join; {@code none} for none
 */
record DockerOptions(@Nullable String runtime, PullPolicy pull, String network) {

    static final String RUNTIME = "runtime";
    static final String NETWORK = "network";

    static final Set<String> KNOWN = Set.of(RUNTIME, NETWORK, PullPolicy.KEY);

    private static final String NO_NETWORK = "none";
    private static final String USUAL_NETWORK = "bridge";

    /**
     * Reads them.
     *
     * @throws SandboxStartException if a network is named but the spec does not ask for one, or if a policy is unknown
     * @throws UnsupportedCapabilityException if ports shall be reached without a network
     */
    static DockerOptions of(SandboxSpec spec, Map<String, String> settings) {
        return new DockerOptions(
                either(spec, settings, RUNTIME), pull(either(spec, settings, PullPolicy.KEY)), network(spec));
    }

    private static @Nullable String either(SandboxSpec spec, Map<String, String> settings, String key) {
        String option = spec.options().get(key);
        return option == null ? settings.get(key) : option;
    }

    private static PullPolicy pull(@Nullable String text) {
        try {
            return PullPolicy.of(text);
        } catch (IllegalArgumentException e) {
            throw new SandboxStartException(Fault.of(String.valueOf(e.getMessage()))
                    .provider(DockerProvider.NAME)
                    .cause(e));
        }
    }

    private static String network(SandboxSpec spec) {
        NetworkPolicy policy = spec.network().orElse(NetworkPolicy.of(Network.NONE));
        String named = spec.options().get(NETWORK);
        if (named != null && (named.equals("host") || named.startsWith("container:"))) {
            throw new SandboxStartException(Fault.of("The option 'network' names '" + named
                            + "', which would take down the wall to the host or to another container")
                    .provider(DockerProvider.NAME)
                    .remedy("name a network that docker network ls shows with the driver bridge"));
        }
        if (policy.network() == Network.FULL) {
            return named == null ? USUAL_NETWORK : named;
        }
        if (named != null) {
            throw new SandboxStartException(Fault.of(
                            "The option 'network' names '" + named + "', but the spec's network is " + policy.written())
                    .provider(DockerProvider.NAME)
                    .remedy("ask for Network.FULL as well, or leave the option out"));
        }
        if (!policy.exposedPorts().isEmpty()) {
            throw new UnsupportedCapabilityException(
                    Capability.PORTS,
                    Fault.of("The ports " + policy.exposedPorts()
                                    + " cannot be reached, since a container without a network has none")
                            .provider(DockerProvider.NAME)
                            .remedy("ask for Network.FULL together with exposed ports"));
        }
        return NO_NETWORK;
    }
}
