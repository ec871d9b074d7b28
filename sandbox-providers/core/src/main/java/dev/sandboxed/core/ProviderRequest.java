package dev.sandboxed.core;

import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.config.Configuration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of the chain.
 *
 * @param spec the sandbox to make
 * @param floor the weakest isolation that is accepted
 * @param only the name of the only provider to use, if there is one
 */
public record ProviderRequest(
        SandboxSpec spec, Isolation floor, @Nullable String only) {

    /** Accept every provider that can make the sandbox. */
    public static ProviderRequest of(SandboxSpec spec) {
        return new ProviderRequest(spec, Isolation.PROCESS, null);
    }

    /** Take floor and provider from the settings. */
    public static ProviderRequest of(SandboxSpec spec, Configuration configuration) {
        return new ProviderRequest(
                spec, configuration.isolation(), configuration.provider().orElse(null));
    }

    /** Accept this isolation or a stronger one. */
    public ProviderRequest atLeast(Isolation weakest) {
        return new ProviderRequest(spec, weakest, only);
    }

    /** Use this provider or none. */
    public ProviderRequest on(String provider) {
        return new ProviderRequest(spec, floor, provider);
    }

    /** Name the only provider to use, where there is one. */
    public Optional<String> provider() {
        return Optional.ofNullable(only);
    }

    /** Say in a few words what is asked for. */
    String describe() {
        String needs = spec.requiredCapabilities().isEmpty() ? "" : " with " + spec.requiredCapabilities();
        return "isolation " + floor.written() + (floor == Isolation.MICROVM ? "" : " or stronger") + needs;
    }
}
