package dev.sandboxed.provider.oci.internal;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.provider.oci.internal.kernel.Kind;

/** Opens the provider {@code gvisor}. */
public final class GvisorProviderFactory implements SandboxProviderFactory {

    @Override
    public String name() {
        return Kind.GVISOR.provider();
    }

    @Override
    public int apiVersion() {
        return ApiVersion.CURRENT;
    }

    @Override
    public SandboxProvider open(ProviderContext context) {
        return new OciProvider(Kind.GVISOR, context);
    }
}
