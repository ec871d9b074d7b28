package dev.sandboxed.wire.internal;

import dev.sandboxed.api.Owner;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.capability.Isolation;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A sandbox that was made.
 *
 * @param id what its client calls it
 * @param provider what it was made with
 * @param version version of the runtime
 * @param isolation the level in force
 * @param nativeId what the runtime calls it
 * @param state {@code running} or {@code stopped}
 * @param owner words about the process that it dies with
 * @param labels free words
 * @param created when it was made
 * @param expires when its time to live ends
 */
public record SandboxWords(
        String id,
        String provider,
        String version,
        String isolation,
        String nativeId,
        String state,
        @Nullable Map<String, String> owner,
        @Nullable Map<String, String> labels,
        String created,
        @Nullable String expires) {

    /** Those that are there. */
    public record All(List<SandboxWords> sandboxes) {}

    /** The ids of those of a client that are there. */
    public record Alive(List<String> sandboxes) {}

    public static SandboxWords of(String id, Map<String, String> owner, SandboxInfo info) {
        return new SandboxWords(
                id,
                info.provider(),
                info.runsOn().version(),
                info.isolation().written(),
                info.nativeId(),
                info.state().name().toLowerCase(Locale.ROOT),
                owner,
                info.labels(),
                info.created().toString(),
                info.expiresAt().map(Instant::toString).orElse(null));
    }

    /**
     * Returns what is known about it.
     *
     * @param as the provider that it belongs to here
     * @throws java.time.DateTimeException if a time cannot be read
     * @throws IllegalArgumentException if something else cannot
     */
    public SandboxInfo info(String as, Owner whose) {
        return new SandboxInfo(
                id,
                new SandboxInfo.RunsOn(
                        as, as.equals(provider) ? version : provider + " " + version, Isolation.parse(isolation)),
                nativeId,
                SandboxState.valueOf(state.toUpperCase(Locale.ROOT)),
                whose,
                Words.orNone(labels),
                Instant.parse(created),
                Optional.ofNullable(expires).map(Instant::parse));
    }

    /** Returns the words about the process that it dies with; empty if nobody said so. */
    public Map<String, String> ownerOrNone() {
        return Words.orNone(owner);
    }
}
