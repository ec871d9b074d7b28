package dev.sandboxed.guest.exec;

import dev.sandboxed.process.internal.thread.DaemonThread;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Checks from time to time whether a guest is alive, until a command in it is over. Not every runtime ends the streams of a
 * guest that is gone.
 *
 * @param alive tells whether the guest is alive, which may take a while
 * @param whenGone told once, when it is not
 */
record LivenessCheck(CommandLifecycle lifecycle, BooleanSupplier alive, Runnable whenGone) {

    private static final Logger LOG = System.getLogger(LivenessCheck.class.getName());
    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration NEXT = Duration.ofSeconds(5);

    void start() {
        checkIn(FIRST);
    }

    private void checkIn(Duration delay) {
        lifecycle.schedule(delay, () -> DaemonThread.start("sandboxed-liveness", this::check));
    }

    private void check() {
        if (lifecycle.state().isOver()) {
            return;
        }
        boolean found = true;
        try {
            found = alive.getAsBoolean();
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, "Nobody could tell whether a guest is alive; it is taken to be", e);
        } finally {
            if (found) {
                checkIn(NEXT);
            }
        }
        if (!found) {
            whenGone.run();
        }
    }
}
