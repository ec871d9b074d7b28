package dev.sandboxed.provider.remote.internal.e2b;

import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.provider.remote.internal.e2b.control.ControlApi;
import dev.sandboxed.provider.remote.internal.wire.Errands;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Lets sandboxes live on as long as they are in use. The service ends whatever nobody renews, and so what a process leaves that
 * was killed.
 */
final class Renewal implements AutoCloseable {

    private static final Logger LOG = System.getLogger(Renewal.class.getName());
    /** The longest that E2B lets any sandbox live. */
    private static final Duration LONGEST = Duration.ofHours(24);

    private final ControlApi control;
    private final Duration lifetime;
    private final Errands errands = new Errands("sandboxed-e2b-renewal");

    Renewal(ControlApi control, Duration lifetime) {
        this.control = control;
        this.lifetime = lifetime;
    }

    /** Returns how long a sandbox lives that nobody renews. */
    Duration lifetime() {
        return lifetime;
    }

    /**
     * Renews a sandbox again and again.
     *
     * @param id what the service calls it
     * @param gone told when the service knows it no more
     * @return what to cancel when it is in use no more
     */
    Future<?> keep(String id, Consumer<String> gone) {
        long end = System.nanoTime() + LONGEST.toNanos();
        return errands.every(lifetime.dividedBy(3), () -> renew(id, gone, end));
    }

    private void renew(String id, Consumer<String> gone, long end) {
        Duration left = Duration.ofNanos(end - System.nanoTime());
        try {
            if (left.compareTo(lifetime) > 0) {
                control.setTimeout(id, lifetime);
            }
        } catch (SandboxNotFoundException e) {
            look(id, gone);
        } catch (SandboxException e) {
            // There are two more tries before its time is up.
            LOG.log(Level.WARNING, "The E2B sandbox {0} could not be given more time: {1}", id, e.what());
        }
    }

    /** A service may know nobody to give more time to because the sandbox is paused, which is known here only if it was answered. */
    private void look(String id, Consumer<String> gone) {
        try {
            if (!control.isThere(id, lifetime.dividedBy(3))) {
                gone.accept("E2B has ended it");
            }
        } catch (SandboxException e) {
            LOG.log(Level.WARNING, "It is not known whether the E2B sandbox {0} is there: {1}", id, e.what());
        }
    }

    /** Does something again and again until it works, or the service has done it by itself. */
    void untilDone(Runnable work) {
        errands.untilDone(lifetime, work);
    }

    @Override
    public void close() {
        errands.close();
    }
}
