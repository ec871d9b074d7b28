package dev.sandboxed.core.internal.choice;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.core.health.HealthSnapshot;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a provider is on this host.
 *
 * @param name its name, or that of its factory if it could not even be loaded
 * @param status whether it works
 * @param declared what it offers, if it could say
 * @param health how it is, if it could be asked
 */
public record ProviderReport(
        String name, ProviderStatus status, @Nullable Capabilities declared, Optional<HealthSnapshot> health) {

    /** Returns what it offers, where it could say. */
    public Optional<Capabilities> capabilities() {
        return Optional.ofNullable(declared);
    }
}
