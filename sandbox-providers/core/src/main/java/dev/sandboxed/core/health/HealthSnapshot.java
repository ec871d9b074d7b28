package dev.sandboxed.core.health;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.capability.Headroom;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a provider is.
 *
 * @param provider its name
 * @param status what it answered last; empty if it was not asked yet
 * @param since since when it works, or does not, as far as this JVM has seen
 * @param lastCheck when it was last asked
 * @param live how many of its sandboxes live, those of other processes included; empty if it does not say
 * @param headroom what its host has to spare; empty if it does not say
 * @param startup how long it takes to create a sandbox, on average of what was measured on this machine; empty if it never was
 * @param lastError what went wrong in its last creation that failed
 */
public record HealthSnapshot(
        String provider,
        Optional<ProviderStatus> status,
        Optional<Instant> since,
        Optional<Instant> lastCheck,
        OptionalInt live,
        Optional<Headroom> headroom,
        Optional<Duration> startup,
        Optional<String> lastError) {}
