package dev.sandboxed.serve.internal.web;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs things later, on a few threads of its own. */
public final class Timers implements AutoCloseable {

    private static final Logger LOG = System.getLogger(Timers.class.getName());
    /** To kill a sandbox may take seconds, and others are due meanwhile. */
    private static final int THREADS = 4;

    private final ScheduledThreadPoolExecutor executor;

    public Timers() {
        this("timer", THREADS);
    }

    /**
     * Creates timers.
     *
     * @param name what their threads are called
     * @param threads how many there are at most; none is begun before something is due
     */
    public Timers(String name, int threads) {
        AtomicInteger number = new AtomicInteger();
        executor = new ScheduledThreadPoolExecutor(threads, task -> {
            Thread thread = new Thread(task, "sandboxed-serve-" + name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
    }

    public Future<?> after(Duration time, Runnable action) {
        return executor.schedule(() -> runAndReport(action), time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Runs something that nobody takes back. */
    public void later(Duration time, Runnable action) {
        Future<?> unused = after(time, action);
    }

    /** Runs something again and again, with a pause between the end of one time and the begin of the next. */
    public Future<?> every(Duration pause, Runnable action) {
        return executor.scheduleWithFixedDelay(
                () -> runAndReport(action), pause.toNanos(), pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Nobody waits for the outcome, so a failure would be lost. */
    private static void runAndReport(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "Something that was due for a sandbox failed", e);
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
