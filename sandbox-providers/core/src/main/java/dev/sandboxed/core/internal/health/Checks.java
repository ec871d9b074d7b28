package dev.sandboxed.core.internal.health;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Supplier;

/**
 * How providers are asked, and how often.
 *
 * @param probe asks them
 * @param fresh how long an answer holds before it is asked for again
 * @param clock the time
 */
public record Checks(Probe probe, Duration fresh, InstantSource clock) {

    public static final Checks DEFAULT = new Checks(Probe.DEFAULT, Duration.ofSeconds(30), InstantSource.system());

    /** Returns the same for answers that hold this long. */
    public Checks holding(Duration other) {
        return new Checks(probe, other, clock);
    }

    /** Asks on threads that end with the question, and keep no JVM from ending. */
    <T> CachedAnswer<T> remembering(String what, Supplier<T> question) {
        return new CachedAnswer<>(question, fresh, clock, task -> BackgroundThread.start("sandboxed-" + what, task));
    }
}
