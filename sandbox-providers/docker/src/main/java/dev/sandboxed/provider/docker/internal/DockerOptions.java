package dev.sandboxed.provider.docker.internal;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
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
 * @param network the engine's name or id of the network to join; nothing to join none, or what fits the spec
 */
record DockerOptions(
        @Nullable String runtime, PullPolicy pull, @Nullable String network) {

    static final String RUNTIME = "runtime";
    static final String NETWORK = "network";

    static final Set<String> KNOWN = Set.of(RUNTIME, NETWORK, PullPolicy.KEY);

    /**
     * Reads them.
     *
     * @throws SandboxStartException if a policy is unknown
     */
    static DockerOptions of(SandboxSpec spec, Map<String, String> settings) {
        return new DockerOptions(
                either(spec, settings, RUNTIME),
                pull(either(spec, settings, PullPolicy.KEY)),
                spec.options().get(NETWORK));
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
}
