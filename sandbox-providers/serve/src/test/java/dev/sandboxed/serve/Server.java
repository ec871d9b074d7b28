package dev.sandboxed.serve;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import java.nio.file.Path;
import java.util.ServiceLoader;

/** A local E2B over plain processes, with their provider. */
record Server(SandboxProvider provider, LocalE2b e2b) implements AutoCloseable {

    static Server start(Path folder, E2bSettings settings) {
        SandboxProvider provider = ServiceLoader.load(SandboxProviderFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(factory -> factory.name().equals("subprocess"))
                .findFirst()
                .orElseThrow()
                .open(ProviderContext.in(folder));
        return new Server(provider, LocalE2b.start(provider, settings));
    }

    @Override
    public void close() {
        try (provider) {
            e2b.close();
        }
    }
}
