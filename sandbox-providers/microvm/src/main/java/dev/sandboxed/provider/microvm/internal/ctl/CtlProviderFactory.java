package dev.sandboxed.provider.microvm.internal.ctl;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;

/** Opens the provider {@code microvmctl}. */
public final class CtlProviderFactory implements SandboxProviderFactory {

    @Override
    public String name() {
        return CtlProvider.NAME;
    }

    @Override
    public int apiVersion() {
        return ApiVersion.CURRENT;
    }

    @Override
    public SandboxProvider open(ProviderContext context) {
        return new CtlProvider(context);
    }
}
