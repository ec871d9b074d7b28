package dev.sandboxed.provider.remote.internal.wire;

import dev.sandboxed.api.error.SandboxException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** What is done in the background, again and again, on one thread that does not keep the JVM from ending. */
public final class Errands implements AutoCloseable {

    private static final Logger LOG = System.getLogger(Errands.class.getName());
    private static final Duration AGAIN = Duration.ofSeconds(1);

    private final ScheduledExecutorService clock;

    /** Creates what has nothing to do yet, and no thread. */
    public Errands(String thread) {
        this.clock = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread worker = new Thread(task, thread);
            worker.setDaemon(true);
            return worker;
        });
    }

    /**
     * Does something again and again.
     *
     * @param pause how long it waits before the first time, and after each
     * @return what to cancel
     */
    public Future<?> every(Duration pause, Runnable work) {
        return clock.scheduleWithFixedDelay(work, pause.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Does something again and again until it works, or its time is up.
     *
     * @param longest after which time the service has done it by itself
     */
    public void untilDone(Duration longest, Runnable work) {
        attempt(work, System.nanoTime() + longest.toNanos());
    }

    private void attempt(Runnable work, long end) {
        try {
            Future<?> next = clock.schedule(() -> again(work, end), AGAIN.toMillis(), TimeUnit.MILLISECONDS);
            LOG.log(Level.DEBUG, "To be tried again: {0}", next);
        } catch (RejectedExecutionException closed) {
            LOG.log(Level.DEBUG, "Nobody is left to try it again", closed);
        }
    }

    private void again(Runnable work, long end) {
        try {
            work.run();
        } catch (SandboxException e) {
            if (end - System.nanoTime() > 0) {
                attempt(work, end);
            } else {
                LOG.log(Level.WARNING, "What was left at the service could not be ended: {0}", e.what());
            }
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
