package dev.sandboxed.api.snapshot;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;

/** Thrown when a snapshot cannot be restored: it is missing, damaged, or belongs to another provider or version. */
public final class SnapshotRejectedException extends SandboxException {

    private static final long serialVersionUID = 1L;

    public SnapshotRejectedException(Fault fault) {
        super("snapshot-rejected", fault);
    }
}
