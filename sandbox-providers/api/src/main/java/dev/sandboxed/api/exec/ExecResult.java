package dev.sandboxed.api.exec;

import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.internal.text.HarmlessText;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.api.spec.SecretMask;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * What came of a command. A non-zero exit, a signal and a timeout are results, not exceptions.
 *
 * @param command what was run
 * @param ending how it ended
 * @param out its standard output
 * @param err its standard error
 * @param duration from start to end
 * @param place the sandbox it ran in; empty if that is not known
 */
public record ExecResult(
        Command command, Ending ending, Output out, Output err, Duration duration, Optional<Place> place) {

    /** Creates a result whose sandbox is not known, or is added by {@link dev.sandboxed.api.spi.AbstractSandbox}. */
    public ExecResult(Command command, Ending ending, Output out, Output err, Duration duration) {
        this(command, ending, out, err, duration, Optional.empty());
    }

    /**
     * The sandbox a command ran in.
     *
     * @param sandbox its id
     * @param provider name of its provider
     * @param isolation the level in force
     * @param secrets what no text about the result shows, even if the command printed it
     */
    public record Place(String sandbox, String provider, Isolation isolation, Set<Secret> secrets) {

        public Place {
            secrets = Set.copyOf(secrets);
        }

        @Override
        public String toString() {
            return "sandbox " + sandbox + " on provider " + provider + " with isolation " + isolation.written();
        }
    }

    /** Returns a copy that knows the sandbox. */
    public ExecResult in(Place place) {
        return new ExecResult(command, ending, out, err, duration, Optional.of(place));
    }

    public Outcome outcome() {
        return ending.outcome();
    }

    /** Returns the exit code, or 128 plus the signal's number. */
    public int exitCode() {
        return ending.exitCode();
    }

    /** Returns the signal that ended it, where one did. */
    public Optional<Signal> signal() {
        return ending.signal();
    }

    /** Returns the standard output as text. */
    public String stdout() {
        return out.text();
    }

    /** Returns the standard error as text. */
    public String stderr() {
        return err.text();
    }

    public byte[] stdoutBytes() {
        return out.bytes();
    }

    public byte[] stderrBytes() {
        return err.bytes();
    }

    /** Returns whether either output was larger than what was kept. */
    public boolean truncated() {
        return out.truncated() || err.truncated();
    }

    /** Returns whether it ended by itself with code 0. */
    public boolean succeeded() {
        return outcome() == Outcome.EXITED && exitCode() == 0;
    }

    public boolean timedOut() {
        return outcome() == Outcome.TIMED_OUT;
    }

    /**
     * Insists on success.
     *
     * @return this result
     * @throws ExecTimeoutException if it timed out
     * @throws ExecFailedException if it ended in any other way than with code 0
     */
    public ExecResult orThrow() {
        if (succeeded()) {
            return this;
        }
        throw timedOut() ? new ExecTimeoutException(this) : new ExecFailedException(this);
    }

    /** Returns what takes the secrets of the sandbox out of a text about this result. */
    public SecretMask mask() {
        return SecretMask.of(place.map(Place::secrets).orElse(Set.of()));
    }

    /**
     * Returns the story in a few lines, without secrets: the command, how it ended, and the end of both outputs. It can be printed:
     * control characters are shown as escapes, and what build servers and IDEs would obey has a blank in it.
     */
    public String describe() {
        SecretMask mask = mask();
        return HarmlessText.of(mask.apply("Command " + ending + " after " + duration.toMillis() + " ms: " + command)
                + tail("stdout", out, mask)
                + tail("stderr", err, mask)
                + place.map(known -> "\n  in " + known).orElse(""));
    }

    /** Masked before it is cut: what is cut could begin with half a secret. */
    private static String tail(String name, Output output, SecretMask mask) {
        if (output.size() == 0) {
            return "\n  " + name + ": " + (output.file().isPresent() ? output : "(empty)");
        }
        String text = mask.apply(output.text()).stripTrailing();
        int from = Math.max(0, text.length() - 2_000);
        return "\n  " + name + ": " + (from > 0 ? "…" : "")
                + text.substring(from).replace("\n", "\n    ")
                + (output.truncated() ? " … (" + output.written() + " bytes in all)" : "");
    }
}
