package dev.sandboxed.api.spi;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs something when a time is up, on one thread that exists only while something is waiting. */
final class Expiry implements AutoCloseable {

    private static final Logger LOG = System.getLogger(Expiry.class.getName());

    private final ScheduledThreadPoolExecutor executor;

    Expiry(String threadName) {
        executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, threadName);
            thread.setDaemon(true);
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
        executor.setKeepAliveTime(1, TimeUnit.SECONDS);
        executor.allowCoreThreadTimeOut(true);
    }

    Future<?> after(Duration time, Runnable action) {
        return executor.schedule(() -> runAndReport(action), time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Nobody waits for the outcome, so a failure would be lost. */
    private static void runAndReport(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "A sandbox whose time to live was up could not be destroyed completely", e);
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
