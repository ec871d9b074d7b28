package dev.sandboxed.api;

import dev.sandboxed.api.capability.Isolation;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

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
 * @param expiresAt when its time to live ends; empty if it has none
 */
public record SandboxInfo(
        String id,
        RunsOn runsOn,
        String nativeId,
        SandboxState state,
        Owner owner,
        Map<String, String> labels,
        Instant created,
        Optional<Instant> expiresAt) {

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

    /** Returns a copy that runs on something else. */
    public SandboxInfo on(RunsOn other) {
        return new SandboxInfo(id, other, nativeId, state, owner, labels, created, expiresAt);
    }

    /** Returns a copy in another state. */
    public SandboxInfo in(SandboxState now) {
        return new SandboxInfo(id, runsOn, nativeId, now, owner, labels, created, expiresAt);
    }
}
