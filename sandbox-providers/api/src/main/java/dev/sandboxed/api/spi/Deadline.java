package dev.sandboxed.api.spi;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import java.time.Duration;

/** A moment by which something must be done. */
public final class Deadline {

    /** Longer than anybody waits, and short enough to be counted in nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final Duration allowed;
    private final long begin = System.nanoTime();
    private final long end;

    private Deadline(Duration allowed) {
        this.allowed = allowed;
        this.end = begin + (allowed.compareTo(LONGEST) > 0 ? LONGEST : allowed).toNanos();
    }

    public static Deadline in(Duration allowed) {
        return new Deadline(allowed);
    }

    /** Returns how much time is left; zero when none is. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }

    /** Returns how much time has passed since it was set. */
    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    public boolean hasPassed() {
        return end - System.nanoTime() <= 0;
    }

    /**
     * Gives up a creation whose time is up. Call it between the steps of a creation.
     *
     * @throws SandboxStartException if the deadline has passed; the message names the step and the time allowed
     */
    public void check(String step) {
        if (hasPassed()) {
            throw new SandboxStartException(Fault.of("The sandbox was not ready within its start-up timeout of "
                            + allowed + "; the time ran out at: " + step)
                    .remedy("allow more with SandboxSpec.startupTimeout, or ask for less at creation"));
        }
    }
}
