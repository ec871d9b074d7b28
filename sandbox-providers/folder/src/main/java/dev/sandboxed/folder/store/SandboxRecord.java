package dev.sandboxed.folder.store;

import dev.sandboxed.api.Owner;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import dev.sandboxed.process.internal.owner.Ownership;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is kept on disk about a sandbox, for other processes to list it and to remove it when its owner is gone: words and
 * numbers, as they are written.
 *
 * @param id its id, which is also the marker of its processes
 * @param world where process ids of the owner are valid
 * @param pid the process it dies with
 * @param start when that process began
 * @param labels the words of its spec
 * @param created when it was made
 * @param expires when its time to live ends, if it has one
 */
public record SandboxRecord(
        String id,
        String world,
        long pid,
        String start,
        Map<String, String> labels,
        String created,
        @Nullable String expires) {

    /** Refuses times that are none. */
    public SandboxRecord {
        created = Instant.parse(created).toString();
        expires = expires == null ? null : Instant.parse(expires).toString();
    }

    /** Returns the record of a sandbox that is made now, in this world. */
    public static SandboxRecord of(String id, Owner owner, SandboxSpec spec) {
        Instant now = Instant.now();
        return new SandboxRecord(
                id,
                ProcessWorld.current().written(),
                owner.pid(),
                owner.start(),
                spec.labels(),
                now.toString(),
                spec.timeToLive().map(life -> now.plus(life).toString()).orElse(null));
    }

    /** Returns what is known about the sandbox, together with what only its provider knows. */
    public SandboxInfo info(SandboxInfo.RunsOn runsOn, String nativeId) {
        Ownership known = ownership();
        return new SandboxInfo(
                id,
                runsOn,
                nativeId,
                SandboxState.RUNNING,
                known.owner(),
                labels,
                known.created(),
                Optional.ofNullable(known.expires()));
    }

    /** Returns whose it is, and until when. */
    public Ownership ownership() {
        return new Ownership(
                ProcessWorld.read(world),
                new Owner(pid, start),
                Instant.parse(created),
                expires == null ? null : Instant.parse(expires));
    }
}
