package dev.sandboxed.wire.internal;

import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.api.exec.Signal;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What happened to a command. One without anything only says that the service is still there.
 *
 * @param started whether it has begun
 * @param outcome how it ended: {@code exited}, {@code signaled}, {@code timed_out} or {@code out_of_memory}; it has not, if absent
 * @param exitCode its exit code, or 128 and the number of the signal
 * @param seconds how long it took
 * @param error why it could not be run, or to its end
 */
public record CommandEvent(
        @Nullable Boolean started,
        @Nullable String outcome,
        @Nullable Integer exitCode,
        @Nullable Double seconds,
        @Nullable FaultWords error) {

    private static final int SIGNALLED = 128;

    /** The service is still there. */
    public static final CommandEvent NONE = new CommandEvent(null, null, null, null, null);

    /** The command has begun. */
    public static final CommandEvent STARTED = new CommandEvent(true, null, null, null, null);

    public static CommandEvent ended(Ending ending, Duration took) {
        return new CommandEvent(
                null, ending.outcome().name().toLowerCase(Locale.ROOT), ending.exitCode(), Words.seconds(took), null);
    }

    public static CommandEvent failed(RuntimeException why) {
        return new CommandEvent(null, null, null, null, FaultWords.of(why));
    }

    public boolean hasStarted() {
        return Boolean.TRUE.equals(started);
    }

    /** Returns how long it took, as the service measured it. */
    public Duration took() {
        return seconds == null ? Duration.ZERO : Words.duration(seconds);
    }

    /**
     * Returns how it ended, if it has.
     *
     * @throws IllegalArgumentException if there is no such end
     */
    public Optional<Ending> ending() {
        if (outcome == null) {
            return Optional.empty();
        }
        Outcome kind = Outcome.valueOf(outcome.toUpperCase(Locale.ROOT));
        int code = exitCode == null ? 0 : exitCode;
        boolean byItself = kind == Outcome.EXITED || kind == Outcome.OUT_OF_DISK;
        return Optional.of(
                new Ending(kind, code, byItself ? Optional.empty() : Optional.of(new Signal(code - SIGNALLED))));
    }
}
