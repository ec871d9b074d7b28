package dev.sandboxed.benchmarks;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Surroundings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;

/** The providers on the class path. */
final class Providers {

    private Providers() {}

    /** Opens one with the user's settings and a state of its own. */
    static SandboxProvider open(String name, Path state) {
        return open(name, state, Map.of());
    }

    /** Opens one with the user's settings, of which some are replaced, and a state of its own. */
    static SandboxProvider open(String name, Path state, Map<String, String> replaced) {
        Configuration configuration = Configuration.read(Surroundings.ofThisProcess());
        Map<String, String> settings = new HashMap<>(configuration.settingsOf(name));
        settings.putAll(replaced);
        return ServiceLoader.load(SandboxProviderFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(factory -> factory.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("There is no provider '" + name + "' on the class path"))
                .open(ProviderContext.in(state).withSettings(settings).withEnvironment(configuration.environment()));
    }

    /** Measure from the beginning of a creation to the end of the first command; the end of the sandbox is not measured. */
    static List<Duration> toFirstCommand(Callable<Sandbox> creation) throws Exception {
        long begin = System.nanoTime();
        try (Sandbox sandbox = creation.call()) {
            sandbox.exec("true").orThrow();
            return List.of(Duration.ofNanos(System.nanoTime() - begin));
        }
    }
}
