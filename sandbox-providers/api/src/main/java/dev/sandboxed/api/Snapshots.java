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
     * Creates a sandbox with the files of a snapshot; everything else is as the spec says. Where the snapshot has memory,
     * processes go on where they were: nobody reads what they write to their old streams, and the input of those that were fed
     * ends. The spec must then want the same limits, image, workdir and user; variables and secrets are for new commands.
     *
     * @throws dev.sandboxed.api.snapshot.SnapshotRejectedException if it is missing, damaged, or made by another provider or an
     *     incompatible version; or if it has memory, and the spec does not fit
     */
    Sandbox restore(Snapshot snapshot, SandboxSpec spec);

    /** Deletes a snapshot; one that is gone already is fine. */
    void delete(Snapshot snapshot);
}
