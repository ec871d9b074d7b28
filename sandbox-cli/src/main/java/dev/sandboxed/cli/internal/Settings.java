package dev.sandboxed.cli.internal;

import dev.sandboxed.core.internal.choice.ProviderOrder;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.config.Configuration;
import java.util.HashSet;
import java.util.Set;

/** What every command does first: find the providers, and say which settings mean nothing. */
final class Settings {

    private Settings() {}

    static ProviderRegistry providers(Host host, Configuration configuration) {
        ProviderRegistry registry = host.providers().apply(configuration);
        Set<String> known = new HashSet<>(ProviderOrder.knownNames());
        known.addAll(registry.names());
        configuration.warnings(known).forEach(warning -> host.tell("warning: " + warning));
        return registry;
    }
}
