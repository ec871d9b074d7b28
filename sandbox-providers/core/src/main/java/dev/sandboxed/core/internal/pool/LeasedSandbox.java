package dev.sandboxed.core.internal.pool;

import dev.sandboxed.api.spi.ForwardingSandbox;

/** A claimed sandbox that goes back to the pool, which destroys it, when it is closed. */
final class LeasedSandbox extends ForwardingSandbox {

    private final Lease lease;

    LeasedSandbox(Lease lease) {
        super(lease.selected().sandbox());
        this.lease = lease;
    }

    /** The pool would leave that for later, and whoever closes it is promised that nothing is left. */
    @Override
    public void close() {
        lease.close();
        sandbox().close();
    }
}
