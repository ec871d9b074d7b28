package dev.sandboxed.core;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.spec.SandboxSpec;
import java.util.List;

/** Keeps from a provider what came into the API after it was built, so that it is refused instead of ignored. */
final class OlderProvider implements SandboxProvider {

    private final SandboxProvider provider;
    private final int apiVersion;

    OlderProvider(SandboxProvider provider, int apiVersion) {
        this.provider = provider;
        this.apiVersion = apiVersion;
    }

    @Override
    public String name() {
        return provider.name();
    }

    @Override
    public Capabilities capabilities() {
        return provider.capabilities().knownTo(apiVersion);
    }

    @Override
    public ProviderStatus status() {
        return provider.status();
    }

    @Override
    public Sandbox create(SandboxSpec spec) {
        capabilities().require(spec.requiredCapabilities(), name());
        return provider.create(spec);
    }

    @Override
    public List<SandboxInfo> list() {
        return provider.list();
    }

    @Override
    public ReapReport reap() {
        return provider.reap();
    }

    @Override
    public Sandbox connect(String id) {
        return provider.connect(id);
    }

    @Override
    public Snapshots snapshots() {
        return provider.snapshots();
    }

    @Override
    public void close() {
        provider.close();
    }
}
