package dev.sandboxed.api.files;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;

/** Thrown when a patch does not fit the files that are there. Nothing was changed then. */
public final class PatchRejectedException extends SandboxException {

    private static final long serialVersionUID = 1L;

    PatchRejectedException(Fault fault) {
        super("patch-rejected", fault);
    }
}
