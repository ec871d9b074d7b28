package dev.sandboxed.core.internal.pool;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;

/** Waits without being interrupted, for those who would leave something behind otherwise. */
final class Uninterrupted {

    private Uninterrupted() {}

    /**
     * Waits at most that long until there is nothing to wait for. An interruption is kept for later.
     *
     * @param changed signalled when the answer may have changed; its lock is held
     */
    static void await(Condition changed, Duration most, BooleanSupplier waiting) {
        long left = most.toNanos();
        boolean interrupted = Thread.interrupted();
        while (waiting.getAsBoolean() && left > 0) {
            try {
                left = changed.awaitNanos(left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
