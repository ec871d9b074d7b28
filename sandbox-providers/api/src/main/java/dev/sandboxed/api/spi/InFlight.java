package dev.sandboxed.api.spi;

import java.time.Duration;
import java.util.function.Supplier;

/** Counts what is being made, so that whoever ends everything can wait for what nobody else knows of yet. */
final class InFlight {

    private int count;

    <T> T during(Supplier<T> work) {
        change(1);
        try {
            return work.get();
        } finally {
            change(-1);
        }
    }

    private synchronized void change(int by) {
        count += by;
        notifyAll();
    }

    /** Waits until nothing is being made, for at most this long; an interruption ends the wait. */
    synchronized void awaitNone(Duration longest) {
        long end = System.nanoTime() + longest.toNanos();
        try {
            for (long left = longest.toMillis(); count > 0 && left > 0; left = (end - System.nanoTime()) / 1_000_000) {
                wait(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
