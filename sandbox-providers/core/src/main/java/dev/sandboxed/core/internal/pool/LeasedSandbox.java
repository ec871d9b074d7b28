package dev.sandboxed.core.internal.pool;

import dev.sandboxed.api.spi.ForwardingSandbox;

/** A claimed sandbox that goes back to the pool, which destroys it, when it is closed. */
final class LeasedSandbox extends ForwardingSandbox {

    private final Lease lease;

    LeasedSandbox(Lease lease) {
        super(lease.selected().sandbox());
        this.lease = lease;
    }

    /**
     * Destroys it here, and not later as the pool would: whoever closes it is promised that nothing is left, or told what could not be
     * removed.
     */
    @Override
    public void close() {
        try {
            sandbox().close();
        } finally {
            lease.close();
        }
    }
}
