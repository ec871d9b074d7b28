package dev.sandboxed.folder.store;

import dev.sandboxed.api.Owner;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.linux.proc.ProcessWorld;
import dev.sandboxed.process.Ownership;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is kept on disk about a sandbox, for other processes to list it and to remove it when its owner is gone.
 *
 * @param id its id, which is also the marker of its processes
 * @param world where process ids of the owner are valid, as it is written
 * @param owner the process it dies with
 * @param labels the words of its spec
 * @param created when it was made
 * @param expires when its time to live ends, if it has one
 */
public record SandboxRecord(
        String id,
        String world,
        Owner owner,
        Map<String, String> labels,
        Instant created,
        @Nullable Instant expires) {

    /** Describe a sandbox that is made now, in this world. */
    public static SandboxRecord of(String id, Owner owner, SandboxSpec spec) {
        Instant now = Instant.now();
        return new SandboxRecord(
                id,
                ProcessWorld.current().written(),
                owner,
                spec.labels(),
                now,
                spec.timeToLive().map(now::plus).orElse(null));
    }

    /** Tell what is known about the sandbox, together with what only its provider knows. */
    public SandboxInfo info(SandboxInfo.RunsOn runsOn, String nativeId) {
        return new SandboxInfo(
                id, runsOn, nativeId, SandboxState.RUNNING, owner, labels, created, Optional.ofNullable(expires));
    }

    /** Tell whose it is, and until when. */
    public Ownership ownership() {
        return new Ownership(ProcessWorld.read(world), owner, created, expires);
    }
}
