package dev.sandboxed.provider.local.internal.bubblewrap;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;

/** Opens the bubblewrap provider. */
public final class BubblewrapProviderFactory implements SandboxProviderFactory {

    @Override
    public String name() {
        return BubblewrapProvider.NAME;
    }

    @Override
    public int apiVersion() {
        return ApiVersion.CURRENT;
    }

    @Override
    public SandboxProvider open(ProviderContext context) {
        return new BubblewrapProvider(context);
    }
}
