package dev.sandboxed.provider.microvm.internal;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;

/** Opens the provider {@code firecracker}. */
public final class FirecrackerProviderFactory implements SandboxProviderFactory {

    @Override
    public String name() {
        return Kind.FIRECRACKER.provider();
    }

    @Override
    public int apiVersion() {
        return ApiVersion.CURRENT;
    }

    @Override
    public SandboxProvider open(ProviderContext context) {
        return new MicrovmProvider(Kind.FIRECRACKER, context);
    }
}
