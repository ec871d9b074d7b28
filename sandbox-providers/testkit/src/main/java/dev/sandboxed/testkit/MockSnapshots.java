package dev.sandboxed.testkit;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotFilter;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.SandboxIds;
import dev.sandboxed.testkit.internal.memory.MemoryFiles;
import dev.sandboxed.testkit.internal.memory.SavedTree;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The snapshots of one mock, in memory. */
final class MockSnapshots implements Snapshots {

    private final MockSandboxProvider provider;
    private final Clock clock;
    private final Map<Snapshot, SavedTree> kept = Collections.synchronizedMap(new LinkedHashMap<>());

    MockSnapshots(MockSandboxProvider provider, Clock clock) {
        this.provider = provider;
        this.clock = clock;
    }

    Snapshot save(Snapshot.Origin origin, MemoryFiles files, SnapshotOptions options) {
        SavedTree tree = files.save(options);
        Snapshot snapshot = new Snapshot(
                SandboxIds.next("snapshot"),
                origin,
                clock.instant(),
                options.tags(),
                DataSize.ofBytes(tree.size()),
                tree.fileCount(),
                tree.checksum(),
                options.memory());
        kept.put(snapshot, tree);
        return snapshot;
    }

    @Override
    public List<Snapshot> list(SnapshotFilter filter) {
        List<Snapshot> all;
        synchronized (kept) {
            all = new ArrayList<>(kept.keySet());
        }
        return all.stream().filter(filter::matches).toList();
    }

    @Override
    public Sandbox restore(Snapshot snapshot, SandboxSpec spec) {
        if (!snapshot.origin().provider().equals(provider.name())) {
            throw rejected(snapshot, "belongs to provider '" + snapshot.origin().provider() + "'");
        }
        SavedTree tree = kept.get(snapshot);
        if (tree == null) {
            // The key is the whole record: a changed checksum or version is as good as another snapshot.
            throw rejected(snapshot, "is missing, or was changed since it was taken");
        }
        return provider.restore(snapshot, tree, spec);
    }

    @Override
    public void delete(Snapshot snapshot) {
        kept.remove(snapshot);
    }

    private SnapshotRejectedException rejected(Snapshot snapshot, String why) {
        return new SnapshotRejectedException(Fault.of("Snapshot " + snapshot.id() + " " + why)
                .provider(provider.name())
                .remedy("restore one of those that snapshots().list(SnapshotFilter.ANY) gives"));
    }
}
