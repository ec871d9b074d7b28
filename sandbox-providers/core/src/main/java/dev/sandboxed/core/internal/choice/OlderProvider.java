package dev.sandboxed.core.internal.choice;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;

/** Keeps from a provider what came into the API after it was built, so that it is refused instead of ignored. */
final class OlderProvider extends ForwardingSandboxProvider {

    private final int apiVersion;

    OlderProvider(SandboxProvider provider, int apiVersion) {
        super(provider);
        this.apiVersion = apiVersion;
    }

    @Override
    public Capabilities capabilities() {
        return provider().capabilities().knownTo(apiVersion);
    }

    @Override
    public Sandbox create(SandboxSpec spec) {
        capabilities().require(spec.requiredCapabilities(), name());
        return provider().create(spec);
    }
}
