package dev.sandboxed.provider.remote.internal.http;

import dev.sandboxed.api.error.SandboxException;

/** Ends a sandbox at the service. Of one that is known to be gone it is no fault if nobody answers. */
final class SandboxEnd {

    private final Runnable end;
    private volatile boolean missing;

    /**
     * Ends nothing yet.
     *
     * @param end ends it at the service; called once
     */
    SandboxEnd(Runnable end) {
        this.end = end;
    }

    /** Takes note that the sandbox is gone. */
    void vanished() {
        missing = true;
    }

    /**
     * Ends it.
     *
     * @throws SandboxException if that fails, and it is not known to be gone
     */
    void run() {
        try {
            end.run();
        } catch (SandboxException e) {
            if (!missing) {
                throw e;
            }
        }
    }
}
