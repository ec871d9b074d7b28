package dev.sandboxed.provider.remote.internal.http;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;

/** Opens the provider {@code http}. */
public final class HttpProviderFactory implements SandboxProviderFactory {

    @Override
    public String name() {
        return HttpProvider.NAME;
    }

    @Override
    public int apiVersion() {
        return ApiVersion.CURRENT;
    }

    @Override
    public SandboxProvider open(ProviderContext context) {
        return new HttpProvider(context);
    }
}
