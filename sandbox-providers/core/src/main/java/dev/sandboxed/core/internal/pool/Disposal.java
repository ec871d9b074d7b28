package dev.sandboxed.core.internal.pool;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.spi.Attempts;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Destroys sandboxes on threads of its own, so that nobody has to wait for it. When too many are to be destroyed, whoever
 * brings the next does it himself. What could not be destroyed is told to whoever waits for the rest. Safe from several
 * threads.
 */
final class Disposal {

    private static final int MOST_PENDING = 64;

    private final WorkerThreads workers;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition done = lock.newCondition();
    private final Attempts failures = new Attempts();
    private int pending;

    Disposal(int threads) {
        this.workers = new WorkerThreads("sandboxed-disposal", threads);
    }

    /**
     * Destroys a sandbox.
     *
     * @param after what to do when that is done, or has failed
     */
    void destroy(Sandbox sandbox, Runnable after) {
        if (isBusy()) {
            begin();
            destroyNow(sandbox, after);
        } else {
            destroyInBackground(sandbox, after);
        }
    }

    /** Destroys a sandbox, and never on this thread, however many are to be destroyed. */
    void destroyInBackground(Sandbox sandbox, Runnable after) {
        begin();
        workers.execute(() -> destroyNow(sandbox, after));
    }

    private boolean isBusy() {
        lock.lock();
        try {
            return pending >= MOST_PENDING;
        } finally {
            lock.unlock();
        }
    }

    private void begin() {
        lock.lock();
        try {
            pending++;
        } finally {
            lock.unlock();
        }
    }

    private void destroyNow(Sandbox sandbox, Runnable after) {
        RuntimeException failure = null;
        try {
            sandbox.close();
        } catch (RuntimeException e) {
            failure = e;
        } catch (Error e) {
            failure = new SandboxTransportException(
                    Fault.of("Sandbox '" + sandbox.id() + "' could not be destroyed: " + e)
                            .sandbox(sandbox.id())
                            .cause(e));
        }
        after.run();
        lock.lock();
        try {
            pending--;
            if (failure != null) {
                failures.add(failure);
            }
            done.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until everything is destroyed, even if the calling thread is interrupted.
     *
     * @throws RuntimeException if something could not be destroyed since this was last called, or not in that time
     */
    void settle(Duration limit) {
        lock.lock();
        try {
            Uninterrupted.await(done, limit, () -> pending > 0);
            report(limit);
        } finally {
            lock.unlock();
        }
    }

    private void report(Duration limit) {
        if (pending > 0) {
            failures.add(new SandboxTransportException(
                    Fault.of(pending + " sandboxes were not destroyed within " + limit.toSeconds() + " s")
                            .remedy("./sandboxed reap removes them when this JVM has ended")));
        }
        failures.throwFailures();
    }
}
