package dev.sandboxed.junit.internal.page;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.testkit.MockSandboxProvider;

/** Opens a provider that promises more than all others, and then creates nothing. */
public final class UnsteadyProviderFactory implements SandboxProviderFactory {

    @Override
    public String name() {
        return "unsteady";
    }

    @Override
    public int apiVersion() {
        return ApiVersion.CURRENT;
    }

    @Override
    public SandboxProvider open(ProviderContext context) {
        return MockSandboxProvider.builder()
                .context(context)
                .name(name())
                .isolation(Isolation.MICROVM)
                .failCreations(100)
                .build();
    }
}
