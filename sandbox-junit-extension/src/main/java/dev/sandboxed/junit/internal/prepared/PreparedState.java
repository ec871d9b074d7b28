package dev.sandboxed.junit.internal.prepared;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.internal.choice.SelectedSandbox;
import dev.sandboxed.core.internal.choice.Selection;

/**
 * The files of a prepared sandbox, which tests begin with. Whoever closes it deletes them; sandboxes that were made from it live on.
 *
 * @param files what was saved
 * @param spec what sandboxes are made from
 * @param selection the provider of all of them, and how it came to be chosen
 */
public record PreparedState(Snapshot files, SandboxSpec spec, Selection selection) implements AutoCloseable {

    /**
     * Prepares a sandbox, and saves its files.
     *
     * @param recorded the same sandbox, as its preparation sees it
     */
    public static PreparedState of(SelectedSandbox selected, Sandbox recorded, Preparation preparation) {
        preparation.in(recorded);
        return of(selected);
    }

    /** Saves the files of a sandbox as they are now. */
    public static PreparedState of(SelectedSandbox selected) {
        Sandbox sandbox = selected.sandbox();
        return new PreparedState(
                sandbox.snapshot(SnapshotOptions.ALL),
                // They are among the files already, perhaps changed by now.
                sandbox.spec().toBuilder().withoutSeedFiles().build(),
                selected.selection());
    }

    /** Creates a sandbox that begins with the files; fails as {@link Snapshots#restore} does. */
    public SelectedSandbox restored() {
        return new SelectedSandbox(selection.provider().snapshots().restore(files, spec), selection);
    }

    @Override
    public void close() {
        selection.provider().snapshots().delete(files);
    }
}
