package dev.sandboxed.core.internal.pool;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;

/** Thrown when a claim got no sandbox in time because as many live as may. */
public final class PoolExhaustedException extends SandboxException {

    private static final long serialVersionUID = 1L;

    PoolExhaustedException(Fault fault) {
        super("pool-exhausted", fault);
    }
}
