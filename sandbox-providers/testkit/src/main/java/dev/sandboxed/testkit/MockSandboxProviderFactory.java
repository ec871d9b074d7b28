package dev.sandboxed.testkit;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProviderFactory;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Hands mocks to whatever opens providers itself. It is not found by {@link java.util.ServiceLoader}: a test passes it on.
 */
public final class MockSandboxProviderFactory implements SandboxProviderFactory {

    private final MockSandboxProviderBuilder builder;
    private final int apiVersion;
    private final List<MockSandboxProvider> opened;

    MockSandboxProviderFactory(MockSandboxProviderBuilder builder) {
        this(builder, ApiVersion.CURRENT);
    }

    private MockSandboxProviderFactory(MockSandboxProviderBuilder builder, int apiVersion) {
        this.builder = builder;
        this.apiVersion = apiVersion;
        this.opened = new CopyOnWriteArrayList<>();
    }

    /** Pretend to have been built against another version of the API. */
    public MockSandboxProviderFactory builtAgainst(int version) {
        return new MockSandboxProviderFactory(builder, version);
    }

    /** Lists the mocks that were opened so far, in order. */
    public List<MockSandboxProvider> opened() {
        return List.copyOf(opened);
    }

    @Override
    public String name() {
        return builder.name;
    }

    @Override
    public int apiVersion() {
        return apiVersion;
    }

    @Override
    public MockSandboxProvider open(ProviderContext context) {
        MockSandboxProvider provider = builder.buildIn(context);
        opened.add(provider);
        return provider;
    }
}
