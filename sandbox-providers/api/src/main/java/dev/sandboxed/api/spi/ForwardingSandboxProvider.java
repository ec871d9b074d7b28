package dev.sandboxed.api.spi;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Headroom;
import dev.sandboxed.api.spec.SandboxSpec;
import java.util.List;
import java.util.Optional;

/** A provider that passes everything on to another, for those who change or watch a part of it. */
public abstract class ForwardingSandboxProvider implements SandboxProvider {

    private final SandboxProvider provider;

    protected ForwardingSandboxProvider(SandboxProvider provider) {
        this.provider = provider;
    }

    /** Returns the provider that everything is passed on to. */
    protected final SandboxProvider provider() {
        return provider;
    }

    @Override
    public String name() {
        return provider.name();
    }

    @Override
    public Capabilities capabilities() {
        return provider.capabilities();
    }

    @Override
    public ProviderStatus status() {
        return provider.status();
    }

    @Override
    public Optional<Headroom> headroom() {
        return provider.headroom();
    }

    @Override
    public Sandbox create(SandboxSpec spec) {
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
    public ReapReport clean() {
        return provider.clean();
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
