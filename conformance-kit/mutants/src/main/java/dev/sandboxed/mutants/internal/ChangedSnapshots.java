package dev.sandboxed.mutants.internal;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotFilter;
import dev.sandboxed.api.spec.SandboxSpec;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Snapshots of which every method can be another.
 *
 * @param listed called to list them
 * @param restored called to restore one
 * @param deleted called to delete one
 */
record ChangedSnapshots(
        Function<SnapshotFilter, List<Snapshot>> listed,
        BiFunction<Snapshot, SandboxSpec, Sandbox> restored,
        Consumer<Snapshot> deleted)
        implements Snapshots {

    @Override
    public List<Snapshot> list(SnapshotFilter filter) {
        return listed.apply(filter);
    }

    @Override
    public Sandbox restore(Snapshot snapshot, SandboxSpec spec) {
        return restored.apply(snapshot, spec);
    }

    @Override
    public void delete(Snapshot snapshot) {
        deleted.accept(snapshot);
    }
}
