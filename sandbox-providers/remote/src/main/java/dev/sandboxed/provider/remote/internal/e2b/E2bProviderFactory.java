package dev.sandboxed.provider.remote.internal.e2b;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;

/** Opens the provider {@code e2b}. */
public final class E2bProviderFactory implements SandboxProviderFactory {

    @Override
    public String name() {
        return E2bProvider.NAME;
    }

    @Override
    public int apiVersion() {
        return ApiVersion.CURRENT;
    }

    @Override
    public SandboxProvider open(ProviderContext context) {
        return new E2bProvider(context);
    }
}
