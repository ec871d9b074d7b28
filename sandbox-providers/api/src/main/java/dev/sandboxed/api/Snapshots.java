package dev.sandboxed.api;

import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotFilter;
import dev.sandboxed.api.spec.SandboxSpec;
import java.util.List;

/** The snapshots that a provider keeps. */
public interface Snapshots {

    /** Lists those that match, oldest first. */
    List<Snapshot> list(SnapshotFilter filter);

    /**
     * Creates a sandbox with the files of a snapshot; everything else is as the spec says.
     *
     * @throws dev.sandboxed.api.snapshot.SnapshotRejectedException if it is missing, damaged, or made by another provider
     *     or an incompatible version
     */
    Sandbox restore(Snapshot snapshot, SandboxSpec spec);

    /** Deletes a snapshot; one that is gone already is fine. */
    void delete(Snapshot snapshot);
}
