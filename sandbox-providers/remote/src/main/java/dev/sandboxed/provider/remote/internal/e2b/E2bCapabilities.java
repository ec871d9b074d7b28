package dev.sandboxed.provider.remote.internal.e2b;

import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.provision.Requirement;
import dev.sandboxed.provider.remote.internal.e2b.settings.ServiceSettings;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Declares what the service can do. How large a sandbox is says its template, so no limit can be asked for. */
final class E2bCapabilities {

    private static final List<Requirement> REQUIREMENTS =
            List.of(Requirement.of("a key of E2B in E2B_API_KEY, or an installation of it elsewhere", "everything"));

    private E2bCapabilities() {}

    static Capabilities of(ServiceSettings service, Promise promise) {
        Set<Capability> features = EnumSet.of(
                Capability.STREAMING, Capability.TERMINAL, Capability.USER, Capability.USAGE, Capability.CONNECT);
        if (!service.debug()) {
            features.add(Capability.PAUSE);
            features.add(Capability.SNAPSHOT);
            features.add(Capability.NETWORK_NONE);
            features.add(Capability.NETWORK_FULL);
        }
        if (service.isTheirs()) {
            // Others may run a service that takes the list and does not heed it.
            features.add(Capability.NETWORK_ALLOWLIST);
        }
        return new Capabilities(promise.isolation(), features, REQUIREMENTS, Duration.ofMillis(500));
    }
}
