package dev.sandboxed.cli.internal;

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
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.provision.Requirement;
import dev.sandboxed.api.spec.SandboxSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A provider, and the factory of itself, whose sandboxes do what a test says. */
final class FakeProvider implements SandboxProvider, SandboxProviderFactory {

    final List<FakeSandbox> made = new ArrayList<>();
    boolean closed;

    private final String name;
    private Capabilities capabilities;
    private Supplier<ProviderStatus> status = () -> new ProviderStatus.Available("1.0", Map.of());
    private Supplier<ReapReport> reaping = () -> new ReapReport(List.of(), List.of());
    private Supplier<ReapReport> cleaning = () -> new ReapReport(List.of(), List.of());
    private @Nullable RuntimeException failure;
    private FakeSandbox.Script script = FakeSandbox.Script.exits(0);

    FakeProvider(String name, Isolation isolation, Capability... features) {
        this.name = name;
        this.capabilities = Capabilities.of(isolation, features);
    }

    FakeProvider isUnavailable(String reason, String remedy) {
        return answers(() -> new ProviderStatus.Unavailable(reason, remedy));
    }

    FakeProvider needs(Requirement... requirements) {
        this.capabilities = capabilities.withRequirements(requirements);
        return this;
    }

    FakeProvider answers(Supplier<ProviderStatus> answer) {
        this.status = answer;
        return this;
    }

    FakeProvider reaps(Supplier<ReapReport> report) {
        this.reaping = report;
        return this;
    }

    FakeProvider cleans(Supplier<ReapReport> report) {
        this.cleaning = report;
        return this;
    }

    FakeProvider runs(FakeSandbox.Script commands) {
        this.script = commands;
        return this;
    }

    FakeProvider failsToCreate(RuntimeException why) {
        this.failure = why;
        return this;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int apiVersion() {
        return ApiVersion.CURRENT;
    }

    @Override
    public SandboxProvider open(ProviderContext context) {
        return this;
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public ProviderStatus status() {
        return status.get();
    }

    @Override
    public Sandbox create(SandboxSpec spec) {
        if (failure != null) {
            throw failure;
        }
        FakeSandbox sandbox = new FakeSandbox(spec, script);
        made.add(sandbox);
        return sandbox;
    }

    @Override
    public List<SandboxInfo> list() {
        return List.of();
    }

    @Override
    public ReapReport reap() {
        return reaping.get();
    }

    @Override
    public ReapReport clean() {
        return cleaning.get();
    }

    @Override
    public void close() {
        closed = true;
    }
}
