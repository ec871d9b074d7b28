package dev.sandboxed.api.internal.code;

import dev.sandboxed.api.code.Code;
import dev.sandboxed.api.code.EscapeAttempt;
import dev.sandboxed.api.code.Verdict;
import dev.sandboxed.api.exec.ExecResult;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A verdict with its reason.
 *
 * @param verdict what is to be said
 * @param reason why, in one line
 */
public record Judgement(Verdict verdict, String reason) {

    /** What interpreters say that were not killed for lack of memory, but could not get any. */
    private static final Pattern NO_MEMORY = Pattern.compile(
            "^MemoryError|java\\.lang\\.OutOfMemoryError|JavaScript heap out of memory|Cannot allocate memory"
                    + "|insufficient memory for the Java Runtime",
            Pattern.MULTILINE);

    /** What the launcher of a JDK says last when code does not compile. */
    private static final String NOT_COMPILED = "error: compilation failed";

    /** Judges a run. */
    public static Judgement of(Code code, ExecResult result, List<EscapeAttempt> escapes) {
        if (!escapes.isEmpty()) {
            return new Judgement(
                    Verdict.ESCAPE_ATTEMPTED,
                    "it tried what its sandbox does not allow: "
                            + escapes.get(0).evidence());
        }
        return switch (result.outcome()) {
            case TIMED_OUT ->
                new Judgement(
                        Verdict.TIMED_OUT,
                        "it ran longer than " + result.command().timeout().toMillis() + " ms");
            case OUT_OF_MEMORY -> new Judgement(Verdict.OUT_OF_MEMORY, "it was killed for lack of memory");
            case OUT_OF_DISK -> new Judgement(Verdict.OUT_OF_DISK, "it " + result.ending());
            case SIGNALED -> new Judgement(Verdict.CRASHED, "it " + result.ending());
            case EXITED -> result.exitCode() == 0 ? ofAnswer(code, result) : ofFailure(result);
        };
    }

    private static Judgement ofFailure(ExecResult result) {
        String said = result.stderr();
        Matcher noMemory = NO_MEMORY.matcher(said);
        if (noMemory.find()) {
            return new Judgement(Verdict.OUT_OF_MEMORY, "it " + result.ending() + " and said: " + noMemory.group());
        }
        boolean compiled = said.lines().noneMatch(NOT_COMPILED::equals);
        return new Judgement(Verdict.CRASHED, compiled ? "it " + result.ending() : "it did not compile");
    }

    private static Judgement ofAnswer(Code code, ExecResult result) {
        if (code.expected().isEmpty()) {
            return new Judgement(Verdict.PASSED, "it exited with code 0");
        }
        if (result.out().truncated()) {
            return new Judgement(
                    Verdict.WRONG_ANSWER,
                    "it printed " + result.out().written() + " bytes, more than could be compared");
        }
        return Answer.difference(code.expected().get(), result.stdout(), result.mask())
                .map(difference -> new Judgement(Verdict.WRONG_ANSWER, difference))
                .orElseGet(() -> new Judgement(Verdict.PASSED, "it printed what was expected"));
    }
}
