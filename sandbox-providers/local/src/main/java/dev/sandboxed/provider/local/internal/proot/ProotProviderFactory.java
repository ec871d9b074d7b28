package dev.sandboxed.provider.local.internal.proot;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;

/** Opens the proot provider. */
public final class ProotProviderFactory implements SandboxProviderFactory {

    @Override
    public String name() {
        return ProotProvider.NAME;
    }

    @Override
    public int apiVersion() {
        return ApiVersion.CURRENT;
    }

    @Override
    public SandboxProvider open(ProviderContext context) {
        return new ProotProvider(context);
    }
}
