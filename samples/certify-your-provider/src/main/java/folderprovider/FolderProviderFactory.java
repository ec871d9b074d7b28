package folderprovider;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;

/** Opens the provider. {@link java.util.ServiceLoader} finds it through its file in {@code META-INF/services}. */
public final class FolderProviderFactory implements SandboxProviderFactory {

    @Override
    public String name() {
        return FolderProvider.NAME;
    }

    @Override
    public int apiVersion() {
        return ApiVersion.CURRENT;
    }

    @Override
    public SandboxProvider open(ProviderContext context) {
        return new FolderProvider(context);
    }
}
