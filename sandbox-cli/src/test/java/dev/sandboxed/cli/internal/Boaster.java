package dev.sandboxed.cli.internal;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import java.util.ServiceLoader;

/** Makes plain processes, and claims containers. */
final class Boaster implements SandboxProviderFactory {

    /** Returns the one that makes plain processes and claims nothing. */
    static SandboxProviderFactory plain() {
        return ServiceLoader.load(SandboxProviderFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(factory -> factory.name().equals("subprocess"))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public String name() {
        return "docker";
    }

    @Override
    public int apiVersion() {
        return ApiVersion.CURRENT;
    }

    @Override
    public SandboxProvider open(ProviderContext context) {
        return new ForwardingSandboxProvider(plain().open(context)) {
            @Override
            public String name() {
                return Boaster.this.name();
            }

            @Override
            public Capabilities capabilities() {
                return Capabilities.of(Isolation.CONTAINER);
            }
        };
    }
}
