package dev.sandboxed.provider.docker.internal.container;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Keeps a container from being paused while a process is being started in it, and the other way round. The engine would freeze
 * the process half way and wait for it while it keeps everybody else from the container: nobody could let it go on any more.
 *
 * <p>Nobody waits for longer than a while. Whatever hangs by then hangs for another reason.
 */
final class StartGate {

    private static final int ALL = Integer.MAX_VALUE;

    private final Semaphore permits = new Semaphore(ALL, true);
    private final Duration longest;

    /** Creates one where nothing is being started; waits that long at most. */
    StartGate(Duration longest) {
        this.longest = longest;
    }

    /**
     * Begins to start a process, after a pause that is under way.
     *
     * @return what to run when the process is there or came to nothing; more than once does no harm
     */
    Runnable starting() {
        AtomicBoolean entered = new AtomicBoolean(acquired(1));
        return () -> {
            if (entered.getAndSet(false)) {
                permits.release();
            }
        };
    }

    /** Pauses the container, after the processes that are being started in it. */
    void pausing(Runnable pause) {
        boolean entered = acquired(ALL);
        try {
            pause.run();
        } finally {
            if (entered) {
                permits.release(ALL);
            }
        }
    }

    /** An interruption ends the wait and is kept. */
    private boolean acquired(int count) {
        try {
            return permits.tryAcquire(count, longest.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
