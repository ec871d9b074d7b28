package dev.sandboxed.core.internal.pool;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that are there while there is work, and keep no JVM from ending. */
final class WorkerThreads implements Executor {

    private static final Duration IDLE = Duration.ofSeconds(2);

    private final ThreadPoolExecutor threads;

    WorkerThreads(String name, int most) {
        AtomicInteger number = new AtomicInteger();
        this.threads = new ThreadPoolExecutor(
                most, most, IDLE.toMillis(), TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    @Override
    public void execute(Runnable task) {
        threads.execute(task);
    }
}
