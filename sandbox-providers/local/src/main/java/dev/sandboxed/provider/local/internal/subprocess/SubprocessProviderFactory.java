package dev.sandboxed.provider.local.internal.subprocess;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;

/** Opens the subprocess provider. */
public final class SubprocessProviderFactory implements SandboxProviderFactory {

    @Override
    public String name() {
        return SubprocessProvider.NAME;
    }

    @Override
    public int apiVersion() {
        return ApiVersion.CURRENT;
    }

    @Override
    public SandboxProvider open(ProviderContext context) {
        return new SubprocessProvider(context);
    }
}
