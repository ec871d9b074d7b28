package dev.sandboxed.provider.docker.internal;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;

/** Opens the provider {@code docker}. */
public final class DockerProviderFactory implements SandboxProviderFactory {

    @Override
    public String name() {
        return DockerProvider.NAME;
    }

    @Override
    public int apiVersion() {
        return ApiVersion.CURRENT;
    }

    @Override
    public SandboxProvider open(ProviderContext context) {
        return new DockerProvider(context);
    }
}
