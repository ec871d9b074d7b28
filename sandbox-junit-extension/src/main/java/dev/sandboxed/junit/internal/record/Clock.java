package dev.sandboxed.junit.internal.record;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Writes moments as the page shows them.
 *
 * @param begun when the run began
 * @param source what time it is
 */
record Clock(Instant begun, InstantSource source) {

    static Clock start(InstantSource source) {
        return new Clock(source.instant(), source);
    }

    Instant now() {
        return source.instant();
    }

    /** Returns how many milliseconds of the run had passed then. */
    double at(Instant moment) {
        return millis(Duration.between(begun, moment));
    }

    @Nullable
    Double atOrNull(@Nullable Instant moment) {
        return moment == null ? null : at(moment);
    }

    /** Returns milliseconds, to the microsecond: a sandbox can be made in less than one. */
    static double millis(Duration duration) {
        return Math.round(duration.toNanos() / 1e3) / 1e3;
    }
}
