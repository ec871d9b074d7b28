package dev.sandboxed.mutants;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotFilter;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import java.util.List;

/** A provider whose snapshots can be broken one method at a time. */
public abstract class BrokenSnapshots extends ForwardingSandboxProvider {

    protected BrokenSnapshots(SandboxProvider provider) {
        super(provider);
    }

    protected Snapshot save(Sandbox sandbox, SnapshotOptions options) {
        return sandbox.snapshot(options);
    }

    protected Sandbox restore(Snapshot snapshot, SandboxSpec spec) {
        return provider().snapshots().restore(snapshot, spec);
    }

    protected List<Snapshot> list(SnapshotFilter filter) {
        return provider().snapshots().list(filter);
    }

    protected void delete(Snapshot snapshot) {
        provider().snapshots().delete(snapshot);
    }

    protected void close(Sandbox sandbox) {
        sandbox.close();
    }

    @Override
    public Sandbox create(SandboxSpec spec) {
        return new ForwardingSandbox(provider().create(spec)) {
            @Override
            public Snapshot snapshot(SnapshotOptions options) {
                return save(sandbox(), options);
            }

            @Override
            public void close() {
                BrokenSnapshots.this.close(sandbox());
            }
        };
    }

    @Override
    public Snapshots snapshots() {
        return new Snapshots() {
            @Override
            public List<Snapshot> list(SnapshotFilter filter) {
                return BrokenSnapshots.this.list(filter);
            }

            @Override
            public Sandbox restore(Snapshot snapshot, SandboxSpec spec) {
                return BrokenSnapshots.this.restore(snapshot, spec);
            }

            @Override
            public void delete(Snapshot snapshot) {
                BrokenSnapshots.this.delete(snapshot);
            }
        };
    }
}
