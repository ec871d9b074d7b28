package dev.sandboxed.core.internal.kept;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.choice.SelectedSandbox;
import dev.sandboxed.core.internal.choice.Selection;
import dev.sandboxed.testkit.MockSandboxProvider;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

/** A state folder at a moment, and a provider whose sandboxes are kept there. */
record KeptState(Path state, MockSandboxProvider provider, Instant now) {

    static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);

    KeptSandboxes kept() {
        return new KeptSandboxes(state, Clock.fixed(now, ZoneOffset.UTC));
    }

    KeptState after(Duration time) {
        return new KeptState(state, provider, now.plus(time));
    }

    SelectedSandbox create(SandboxSpec spec) {
        return new SelectedSandbox(
                provider.create(spec),
                new Selection(
                        provider, provider.capabilities(), new ProviderStatus.Available("1", Map.of()), List.of()));
    }

    /** Makes a sandbox with a file in it, keeps it for half an hour, and destroys it. */
    KeptSandbox keep(SandboxSpec spec) throws IOException {
        return keep(spec, DataSize.ofGibibytes(1));
    }

    KeptSandbox keep(SandboxSpec spec, DataSize most) throws IOException {
        try (SelectedSandbox selected = create(spec)) {
            selected.sandbox().files().write("left.txt", "by the test");
            return new Saving(kept(), most).save(selected, "SomeTests.fails", now.plus(HALF_AN_HOUR));
        }
    }

    ProviderRegistry registry() {
        return ProviderRegistry.of(List.of(new Factory(provider)), name -> ProviderContext.in(state.resolve(name)));
    }

    /** A registry with the provider, and with one called broken that fails in a way that no provider should. */
    ProviderRegistry registryWithABrokenOne() {
        return ProviderRegistry.of(
                List.of(new Factory(provider), new Broken(provider)), name -> ProviderContext.in(state.resolve(name)));
    }

    private record Broken(MockSandboxProvider provider) implements SandboxProviderFactory {
        @Override
        public String name() {
            return "broken";
        }

        @Override
        public int apiVersion() {
            return ApiVersion.CURRENT;
        }

        @Override
        public SandboxProvider open(ProviderContext context) {
            return (SandboxProvider) Proxy.newProxyInstance(
                    Broken.class.getClassLoader(),
                    new Class<?>[] {SandboxProvider.class},
                    (proxy, method, arguments) -> {
                        if (method.getName().equals("snapshots")) {
                            throw new IllegalStateException("a mistake");
                        }
                        return method.getName().equals("name") ? name() : method.invoke(provider, arguments);
                    });
        }
    }

    private record Factory(MockSandboxProvider provider) implements SandboxProviderFactory {
        @Override
        public String name() {
            return provider.name();
        }

        @Override
        public int apiVersion() {
            return ApiVersion.CURRENT;
        }

        @Override
        public SandboxProvider open(ProviderContext context) {
            return provider;
        }
    }
}
