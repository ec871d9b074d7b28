package dev.sandboxed.api;

import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.Rejection;
import java.time.Instant;
import java.util.List;
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
 * @param passedOver the providers that came before its own in the chain and were not taken, with the reasons; empty where the
 *     provider was named, was the first, or nobody knows
 */
public record SandboxInfo(
        String id,
        RunsOn runsOn,
        String nativeId,
        SandboxState state,
        Owner owner,
        Map<String, String> labels,
        Instant created,
        Optional<Instant> expiresAt,
        List<Rejection> passedOver) {

    public SandboxInfo {
        labels = Map.copyOf(labels);
        passedOver = List.copyOf(passedOver);
    }

    /** Describes one whose provider does not know how it came to be chosen. */
    public SandboxInfo(
            String id,
            RunsOn runsOn,
            String nativeId,
            SandboxState state,
            Owner owner,
            Map<String, String> labels,
            Instant created,
            Optional<Instant> expiresAt) {
        this(id, runsOn, nativeId, state, owner, labels, created, expiresAt, List.of());
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
        return new SandboxInfo(id, other, nativeId, state, owner, labels, created, expiresAt, passedOver);
    }

    /** Returns a copy in another state. */
    public SandboxInfo in(SandboxState now) {
        return new SandboxInfo(id, runsOn, nativeId, now, owner, labels, created, expiresAt, passedOver);
    }

    /** Returns a copy whose provider was taken after these had been passed over. */
    public SandboxInfo after(List<Rejection> others) {
        return new SandboxInfo(id, runsOn, nativeId, state, owner, labels, created, expiresAt, others);
    }
}
