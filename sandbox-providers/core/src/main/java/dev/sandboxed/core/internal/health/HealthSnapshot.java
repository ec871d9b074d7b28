package dev.sandboxed.core.internal.health;

import dev.sandboxed.api.ProviderStatus;
import java.time.Instant;
import java.util.Optional;

/**
 * How a provider was when it was last looked at.
 *
 * @param provider its name
 * @param status what it answered last; empty if it was not asked yet
 * @param since since when it works, or does not
 * @param lastCheck when it was last asked
 * @param lastError what went wrong in its last creation that failed
 */
public record HealthSnapshot(
        String provider,
        Optional<ProviderStatus> status,
        Optional<Instant> since,
        Optional<Instant> lastCheck,
        Optional<String> lastError) {}
