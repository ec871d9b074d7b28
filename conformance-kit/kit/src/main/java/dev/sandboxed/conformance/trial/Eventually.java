package dev.sandboxed.conformance.trial;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for something that will come by itself. */
final class Eventually {

    private static final Duration GLANCE = Duration.ofMillis(20);

    private Eventually() {}

    /** Looks again and again until it is so, or the time is up, or the thread is interrupted; returns whether it is so. */
    static boolean isTrue(BooleanSupplier condition, Duration within) {
        long end = System.nanoTime() + within.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end >= 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(GLANCE.toNanos());
        }
        return true;
    }
}
