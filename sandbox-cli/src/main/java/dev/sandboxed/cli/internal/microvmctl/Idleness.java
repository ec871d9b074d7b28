package dev.sandboxed.cli.internal.microvmctl;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Knows when something was not needed for a while. Used by one thread. */
final class Idleness {

    private final Duration longest;
    private final LongSupplier nanoTime;
    private @Nullable Long since;

    /**
     * Begins to look.
     *
     * @param longest how long it may go unneeded
     * @param nanoTime a clock, as {@link System#nanoTime} is one
     */
    Idleness(Duration longest, LongSupplier nanoTime) {
        this.longest = longest;
        this.nanoTime = nanoTime;
    }

    /** Returns whether it was not needed each time that somebody looked, for longer than it may be so. */
    boolean isOver(boolean needed) {
        if (needed) {
            since = null;
            return false;
        }
        long now = nanoTime.getAsLong();
        long begin = since == null ? now : since;
        since = begin;
        return now - begin > longest.toNanos();
    }
}
