package dev.sandboxed.guest.exec;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Where the one who moves output waits until somebody has read some of it. */
final class Room {

    /** Whoever makes room says so; this is for the case that nobody will. */
    private static final Duration LOOK = Duration.ofMillis(50);

    synchronized void made() {
        notifyAll();
    }

    /** Wait while this is true; an interruption ends the wait and is kept. */
    synchronized void awaitWhile(BooleanSupplier full) {
        try {
            while (full.getAsBoolean()) {
                wait(LOOK.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
