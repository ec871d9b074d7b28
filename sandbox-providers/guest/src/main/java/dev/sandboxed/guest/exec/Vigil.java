package dev.sandboxed.guest.exec;

import dev.sandboxed.process.Alarm;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks after a guest from time to time while somebody waits for it. Not every runtime ends the streams of a guest that is
 * gone.
 */
final class Vigil {

    private static final Logger LOG = System.getLogger(Vigil.class.getName());
    private static final Duration FIRST_LOOK = Duration.ofSeconds(1);
    private static final Duration NEXT_LOOK = Duration.ofSeconds(5);

    private final BooleanSupplier alive;
    private final Runnable whenGone;
    private boolean over;
    private @Nullable Alarm next;

    Vigil(BooleanSupplier alive, Runnable whenGone) {
        this.alive = alive;
        this.whenGone = whenGone;
    }

    void begin() {
        lookIn(FIRST_LOOK);
    }

    private synchronized void lookIn(Duration time) {
        if (!over) {
            next = Alarm.in(time, this::lookOnAThread);
        }
    }

    /** To look takes a while, and the one who rings is needed elsewhere. */
    private void lookOnAThread() {
        Thread thread = new Thread(this::look, "sandboxed-vigil");
        thread.setDaemon(true);
        thread.start();
    }

    private void look() {
        if (isOver()) {
            return;
        }
        boolean there = true;
        try {
            there = alive.getAsBoolean();
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, "Nobody could tell whether a guest is there; it is taken to be", e);
        } finally {
            if (there) {
                lookIn(NEXT_LOOK);
            }
        }
        if (!there) {
            whenGone.run();
        }
    }

    private synchronized boolean isOver() {
        return over;
    }

    synchronized void end() {
        over = true;
        if (next != null) {
            next.silence();
        }
    }
}
