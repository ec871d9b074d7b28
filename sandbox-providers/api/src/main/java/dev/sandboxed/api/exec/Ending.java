package dev.sandboxed.api.exec;

import dev.sandboxed.api.limit.Resource;
import java.util.Optional;

/**
 * How a command ended, with its exit code or signal.
 *
 * @param outcome the kind of end
 * @param exitCode the code of a command that exited; 128 plus the signal's number for one that a signal ended
 * @param signal the signal that ended it; empty for a command that exited
 */
public record Ending(Outcome outcome, int exitCode, Optional<Signal> signal) {

    /**
     * Checks the code.
     *
     * @throws IllegalArgumentException if it is outside 0 to 255
     */
    public Ending {
        if (exitCode < 0 || exitCode > 255) {
            throw new IllegalArgumentException("An exit code must be between 0 and 255, but was " + exitCode);
        }
    }

    public static Ending exited(int code) {
        return new Ending(Outcome.EXITED, code, Optional.empty());
    }

    public static Ending signaled(Signal signal) {
        return killed(Outcome.SIGNALED, signal);
    }

    public static Ending timedOut() {
        return killed(Outcome.TIMED_OUT, Signal.KILL);
    }

    public static Ending outOfMemory() {
        return killed(Outcome.OUT_OF_MEMORY, Signal.KILL);
    }

    /** Returns the end of a command that has exited with a code when hardly any room was left on its disk. */
    public static Ending outOfDisk(int code) {
        return new Ending(Outcome.OUT_OF_DISK, code, Optional.empty());
    }

    /** Returns the limit of the sandbox that it ran into, as far as its outcome tells. */
    public Optional<Resource> limit() {
        return switch (outcome) {
            case OUT_OF_MEMORY -> Optional.of(Resource.MEMORY);
            case OUT_OF_DISK -> Optional.of(Resource.DISK);
            case EXITED, SIGNALED, TIMED_OUT -> Optional.empty();
        };
    }

    private static Ending killed(Outcome outcome, Signal signal) {
        return new Ending(outcome, 128 + signal.number(), Optional.of(signal));
    }

    @Override
    public String toString() {
        return switch (outcome) {
            case EXITED -> "exited with code " + exitCode;
            case SIGNALED -> "was ended by " + signal.orElseThrow();
            case TIMED_OUT -> "timed out and was killed";
            case OUT_OF_MEMORY -> "was killed for lack of memory";
            case OUT_OF_DISK -> "exited with code " + exitCode + " when hardly any room was left on its disk";
        };
    }
}
