package dev.sandboxed.serve;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.function.UnaryOperator;

/** A local E2B over one of our providers, which are plain processes if nobody says otherwise. */
record Server(SandboxProvider provider, LocalE2b e2b) implements AutoCloseable {

    static Server start(Path folder, E2bSettings settings) {
        return start("subprocess", folder, settings);
    }

    static Server start(String name, Path folder, E2bSettings settings) {
        SandboxProvider provider = open(name, folder);
        return new Server(provider, LocalE2b.start(provider, settings));
    }

    /** Starts one over plain processes that are changed in some way. */
    static Server changed(UnaryOperator<SandboxProvider> change, Path folder, E2bSettings settings) {
        SandboxProvider provider = change.apply(open("subprocess", folder));
        return new Server(provider, LocalE2b.start(provider, settings));
    }

    private static SandboxProvider open(String name, Path folder) {
        return ServiceLoader.load(SandboxProviderFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(factory -> factory.name().equals(name))
                .findFirst()
                .orElseThrow()
                .open(ProviderContext.in(folder));
    }

    @Override
    public void close() {
        try (provider) {
            e2b.close();
        }
    }
}
