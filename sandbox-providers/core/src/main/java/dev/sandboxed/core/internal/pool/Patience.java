package dev.sandboxed.core.internal.pool;

import dev.sandboxed.api.spi.Deadline;
import java.time.Duration;

/**
 * How long a claim waits for others, whatever for: until one is made for it, or another released.
 *
 * @param longest how long that is in all
 * @param deadline until when
 */
record Patience(Duration longest, Deadline deadline) {

    static Patience of(Duration longest) {
        return new Patience(longest, Deadline.in(longest));
    }

    /** Returns how much is left, in nanoseconds. */
    long left() {
        return deadline.remaining().toNanos();
    }
}
