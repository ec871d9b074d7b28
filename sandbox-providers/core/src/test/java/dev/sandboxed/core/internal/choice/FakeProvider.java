package dev.sandboxed.core.internal.choice;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Headroom;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.spec.SandboxSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** A provider, and the factory of itself, that does what a test tells it to and notes what it was asked. */
public final class FakeProvider implements SandboxProvider, SandboxProviderFactory {

    public final List<String> calls = new ArrayList<>();
    public final List<ProviderContext> contexts = new ArrayList<>();

    private final String name;
    private int apiVersion = ApiVersion.CURRENT;
    private Supplier<Capabilities> capabilities = () -> Capabilities.of(Isolation.PROCESS);
    private Supplier<ProviderStatus> status = () -> new ProviderStatus.Available("1.0", Map.of());
    private Supplier<Sandbox> creation = FakeSandbox::new;
    private Runnable opening = () -> {};
    private volatile Optional<Headroom> headroom = Optional.empty();

    public FakeProvider(String name) {
        this.name = name;
    }

    public FakeProvider apiVersion(int version) {
        this.apiVersion = version;
        return this;
    }

    public FakeProvider declares(Isolation isolation, Capability... features) {
        return declares(() -> Capabilities.of(isolation, features));
    }

    public FakeProvider declares(Supplier<Capabilities> answer) {
        this.capabilities = answer;
        return this;
    }

    public FakeProvider answers(Supplier<ProviderStatus> answer) {
        this.status = answer;
        return this;
    }

    public FakeProvider isUnavailable(String reason, String remedy) {
        return answers(() -> new ProviderStatus.Unavailable(reason, remedy));
    }

    public FakeProvider creates(Supplier<Sandbox> sandbox) {
        this.creation = sandbox;
        return this;
    }

    public FakeProvider hasToSpare(Headroom spare) {
        this.headroom = Optional.of(spare);
        return this;
    }

    public FakeProvider opens(Runnable action) {
        this.opening = action;
        return this;
    }

    @Override
    public SandboxProvider open(ProviderContext context) {
        note("open");
        contexts.add(context);
        opening.run();
        return this;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int apiVersion() {
        return apiVersion;
    }

    @Override
    public Capabilities capabilities() {
        note("capabilities");
        return capabilities.get();
    }

    @Override
    public ProviderStatus status() {
        note("status");
        return status.get();
    }

    @Override
    public Optional<Headroom> headroom() {
        return headroom;
    }

    @Override
    public Sandbox create(SandboxSpec spec) {
        note("create");
        return creation.get();
    }

    @Override
    public List<SandboxInfo> list() {
        return List.of();
    }

    @Override
    public ReapReport reap() {
        return new ReapReport(List.of(), List.of());
    }

    @Override
    public void close() {
        note("close");
    }

    private synchronized void note(String call) {
        calls.add(call);
    }
}
