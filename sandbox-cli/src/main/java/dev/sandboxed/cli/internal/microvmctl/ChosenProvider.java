package dev.sandboxed.cli.internal.microvmctl;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.core.internal.choice.ProviderChain;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import dev.sandboxed.core.internal.choice.SelectedSandbox;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Has each sandbox made by the provider that its creator asked for, or by the first of the chain that can. It promises no more than
 * every one of them does.
 */
final class ChosenProvider implements SandboxProvider {

    private static final String NAME = "chosen";
    private static final String PROVIDER = MicrovmctlCommand.NAME + ".provider";
    private static final String FLOOR = MicrovmctlCommand.NAME + ".isolation";

    private final ProviderChain chain;

    ChosenProvider(ProviderChain chain) {
        this.chain = chain;
    }

    /** Returns a spec that says what was asked for besides, in labels, which all providers take. */
    static SandboxSpec asking(ProviderRequest request) {
        SandboxSpecBuilder builder = request.spec().toBuilder();
        request.provider().ifPresent(name -> builder.label(PROVIDER, name));
        return builder.label(FLOOR, request.floor().written()).build();
    }

    private static ProviderRequest asked(SandboxSpec spec) {
        Map<String, String> labels = spec.labels();
        ProviderRequest request = ProviderRequest.of(spec)
                .atLeast(Isolation.parse(labels.getOrDefault(FLOOR, Isolation.PROCESS.written())));
        return Optional.ofNullable(labels.get(PROVIDER)).map(request::on).orElse(request);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.of(Isolation.PROCESS, Capability.STREAMING);
    }

    @Override
    public ProviderStatus status() {
        return new ProviderStatus.Available("1", Map.of());
    }

    @Override
    public Sandbox create(SandboxSpec spec) {
        SelectedSandbox made = chain.create(asked(spec));
        if (!made.selection().capabilities().has(Capability.STREAMING)) {
            made.close();
            throw UnsupportedCapabilityException.of(
                    Capability.STREAMING, made.selection().provider().name());
        }
        return made.sandbox();
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
        // The providers are closed by whoever has opened them.
    }
}
