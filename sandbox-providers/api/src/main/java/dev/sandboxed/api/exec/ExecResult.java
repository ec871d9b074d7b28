package dev.sandboxed.api.exec;

import java.time.Duration;
import java.util.Optional;

/**
 * What came of a command. A non-zero exit, a signal and a timeout are results, not exceptions.
 *
 * @param command what was run
 * @param ending how it ended
 * @param out its standard output
 * @param err its standard error
 * @param duration from start to end
 */
public record ExecResult(Command command, Ending ending, Output out, Output err, Duration duration) {

    public Outcome outcome() {
        return ending.outcome();
    }

    /** Give the exit code, or 128 plus the signal's number. */
    public int exitCode() {
        return ending.exitCode();
    }

    /** Name the signal that ended it, where one did. */
    public Optional<Signal> signal() {
        return ending.signal();
    }

    /** Give the standard output as text. */
    public String stdout() {
        return out.text();
    }

    /** Give the standard error as text. */
    public String stderr() {
        return err.text();
    }

    public byte[] stdoutBytes() {
        return out.bytes();
    }

    public byte[] stderrBytes() {
        return err.bytes();
    }

    /** Tell whether either output was larger than what was kept. */
    public boolean truncated() {
        return out.truncated() || err.truncated();
    }

    /** Tell whether it ended by itself with code 0. */
    public boolean succeeded() {
        return outcome() == Outcome.EXITED && exitCode() == 0;
    }

    public boolean timedOut() {
        return outcome() == Outcome.TIMED_OUT;
    }

    /**
     * Insist on success.
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

    /** Tell the story in a few lines: the command, how it ended, and the end of both outputs. */
    public String describe() {
        return "Command " + ending + " after " + duration.toMillis() + " ms: " + command + tail("stdout", out)
                + tail("stderr", err);
    }

    private static String tail(String name, Output output) {
        if (output.size() == 0) {
            return "\n  " + name + ": " + (output.file().isPresent() ? output : "(empty)");
        }
        String text = output.text().stripTrailing();
        int from = Math.max(0, text.length() - 2_000);
        return "\n  " + name + ": " + (from > 0 ? "…" : "")
                + text.substring(from).replace("\n", "\n    ")
                + (output.truncated() ? " … (" + output.written() + " bytes in all)" : "");
    }
}
