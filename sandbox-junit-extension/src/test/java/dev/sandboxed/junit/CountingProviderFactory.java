package dev.sandboxed.junit;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.testkit.MockSandboxProvider;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts how often providers are looked for; what it opens does not work. */
public final class CountingProviderFactory implements SandboxProviderFactory {

    static final AtomicInteger LOADED = new AtomicInteger();

    public CountingProviderFactory() {
        LOADED.incrementAndGet();
    }

    @Override
    public String name() {
        return "counting";
    }

    @Override
    public int apiVersion() {
        return ApiVersion.CURRENT;
    }

    @Override
    public SandboxProvider open(ProviderContext context) {
        MockSandboxProvider provider = MockSandboxProvider.builder()
                .name("counting")
                .isolation(Isolation.PROCESS)
                .build();
        provider.become(new ProviderStatus.Unavailable("it only counts", "use another one"));
        return provider;
    }
}
