package dev.sandboxed.guest.exec;

import dev.sandboxed.process.internal.thread.DaemonThread;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Kills a command when its time is up or somebody wants it dead, at most once and on a thread of its own. */
final class CommandKiller {

    private static final Logger LOG = System.getLogger(CommandKiller.class.getName());
    /** A process that is being started when everything is killed shows up a moment later. */
    private static final Duration AGAIN = Duration.ofMillis(100);

    private final CommandLifecycle lifecycle;
    private final Duration grace;
    private final Runnable kill;
    private final Runnable disconnect;
    private @Nullable Thread thread;
    private long deadline;

    /**
     * Creates one that does nothing yet.
     *
     * @param grace how long a killed command may take to end before nobody listens to it any more
     * @param kill kills all processes of the command that are there
     * @param disconnect ends the wait of whoever listens to the command
     */
    CommandKiller(CommandLifecycle lifecycle, Duration grace, Runnable kill, Runnable disconnect) {
        this.lifecycle = lifecycle;
        this.grace = grace;
        this.kill = kill;
        this.disconnect = disconnect;
    }

    /** Begins to kill the command, unless that is under way. One that is over is spared: its supervisor may run the next. */
    synchronized void start() {
        if (lifecycle.requestKill()) {
            deadline = System.nanoTime() + grace.multipliedBy(2).toNanos();
            try {
                thread = DaemonThread.start("sandboxed-kill", this::killUntilOver);
            } catch (Error noMoreThreads) {
                disconnect.run();
                throw noMoreThreads;
            }
        }
    }

    /** Kills the command and waits until it is over, or for a while; another thread must listen to it. */
    void killAndWait() {
        start();
        lifecycle.awaitOver(grace.multipliedBy(2));
    }

    /** Waits, after the end of a command that had to die, until all that it started is dead as well, or for a while. */
    void awaitDone() {
        Duration left;
        Thread killing;
        synchronized (this) {
            killing = thread;
            left = Duration.ofNanos(deadline - System.nanoTime());
        }
        if (killing != null && left.toMillis() > 0) {
            try {
                killing.join(left.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void killUntilOver() {
        long end = System.nanoTime() + grace.toNanos();
        // To kill takes the same way into the guest, and may hang as well.
        lifecycle.schedule(grace.multipliedBy(2), disconnect);
        // A command that has yet to begin cannot be found, and may begin although nobody listens to it any more.
        lifecycle.awaitStart(grace);
        try {
            // At least once: whoever was interrupted hears nothing more of the command, and calls that its end.
            do {
                kill.run();
            } while (!lifecycle.awaitOver(AGAIN) && System.nanoTime() < end);
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, "A command could not be killed", e);
        } finally {
            if (!lifecycle.state().isOver()) {
                disconnect.run();
            }
        }
    }
}
