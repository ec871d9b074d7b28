package dev.sandboxed.cli.internal.serving;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import dev.sandboxed.core.internal.choice.ProviderChain;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import dev.sandboxed.wire.internal.ProviderWords;
import java.util.LinkedHashMap;
import java.util.Map;

/** A provider of a pool: how it is, is what the pool goes by, and it tells with which settings it was opened. */
final class PooledProvider extends ForwardingSandboxProvider {

    private final ProviderChain chain;
    private final String settings;

    PooledProvider(SandboxProvider provider, ProviderChain chain, String settings) {
        super(provider);
        this.chain = chain;
        this.settings = settings;
    }

    @Override
    public ProviderStatus status() {
        try {
            ProviderStatus.Available found = chain.select(
                            ProviderRequest.of(SandboxSpec.defaults()).on(name()))
                    .status();
            Map<String, String> details = new LinkedHashMap<>(found.details());
            details.put(ProviderWords.SETTINGS, settings);
            return new ProviderStatus.Available(found.version(), details);
        } catch (SandboxException e) {
            return new ProviderStatus.Unavailable(e.what(), e.remedy().orElse("./sandboxed doctor"));
        }
    }
}
