package dev.sandboxed.api;

import dev.sandboxed.api.capability.Isolation;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known about a sandbox from outside.
 *
 * @param id unique among all sandboxes
 * @param runsOn what it runs on
 * @param nativeId what the runtime calls it: a container id, a process id, a folder
 * @param state where it is in its life
 * @param owner the process it dies with
 * @param labels the words of its spec
 * @param created when it was made
 * @param expires when its time to live ends, if it has one
 */
public record SandboxInfo(
        String id,
        RunsOn runsOn,
        String nativeId,
        SandboxState state,
        Owner owner,
        Map<String, String> labels,
        Instant created,
        @Nullable Instant expires) {

    public SandboxInfo {
        labels = Map.copyOf(labels);
    }

    /**
     * What a sandbox really runs on.
     *
     * @param provider name of the provider
     * @param version version of its runtime
     * @param isolation the level in force
     */
    public record RunsOn(String provider, String version, Isolation isolation) {}

    public String provider() {
        return runsOn.provider();
    }

    public Isolation isolation() {
        return runsOn.isolation();
    }

    /** Tell when its time to live ends, where it has one. */
    public Optional<Instant> expiresAt() {
        return Optional.ofNullable(expires);
    }

    /** Give a copy that runs on something else. */
    public SandboxInfo on(RunsOn other) {
        return new SandboxInfo(id, other, nativeId, state, owner, labels, created, expires);
    }

    /** Give a copy in another state. */
    public SandboxInfo in(SandboxState now) {
        return new SandboxInfo(id, runsOn, nativeId, now, owner, labels, created, expires);
    }
}
