package dev.sandboxed.provider.kubernetes.internal;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;

/** Opens the provider {@code kubernetes}. */
public final class KubernetesProviderFactory implements SandboxProviderFactory {

    @Override
    public String name() {
        return KubernetesProvider.NAME;
    }

    @Override
    public int apiVersion() {
        return ApiVersion.CURRENT;
    }

    @Override
    public SandboxProvider open(ProviderContext context) {
        return new KubernetesProvider(context);
    }
}
