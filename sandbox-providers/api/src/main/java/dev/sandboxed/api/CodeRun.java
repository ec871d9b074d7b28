package dev.sandboxed.api;

import dev.sandboxed.api.code.Code;
import dev.sandboxed.api.code.EscapeAttempt;
import dev.sandboxed.api.code.FileChange;
import dev.sandboxed.api.code.Verdict;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.internal.text.HarmlessText;
import java.util.List;
import java.util.Optional;

/**
 * What came of code that was run. A wrong answer, a crash and a missing interpreter are results, not exceptions.
 *
 * @param code what was run
 * @param result what came of its command; of the search for an interpreter where none was found
 * @param verdict what is to be said of it
 * @param reason why, in one line; it may quote what the code printed
 * @param changes the files below the workdir that it created, modified or deleted, sorted by path; none if they are not known
 * @param unseen why the changes are not known; empty if they are
 * @param escapes the signs that it tried what its sandbox does not allow
 * @param usage what the sandbox has used until then; empty where the provider does not tell
 */
public record CodeRun(
        Code code,
        ExecResult result,
        Verdict verdict,
        String reason,
        List<FileChange> changes,
        Optional<String> unseen,
        List<EscapeAttempt> escapes,
        Optional<Usage> usage) {

    private static final int MOST_TOLD = 50;

    public CodeRun {
        changes = List.copyOf(changes);
        escapes = List.copyOf(escapes);
    }

    public boolean passed() {
        return verdict == Verdict.PASSED;
    }

    /** Returns the standard output as text. */
    public String stdout() {
        return result.stdout();
    }

    /** Returns the standard error as text. */
    public String stderr() {
        return result.stderr();
    }

    /**
     * Insists on {@link Verdict#PASSED}.
     *
     * @return this run
     * @throws CodeFailedException if there is another verdict
     */
    public CodeRun orThrow() {
        if (passed()) {
            return this;
        }
        throw new CodeFailedException(this);
    }

    /** Returns the story in a few lines, without secrets: the verdict, the command with its outputs, and what else was seen. */
    public String describe() {
        StringBuilder text = new StringBuilder(code + ": " + verdict + ", " + reason);
        escapes.forEach(sign -> text.append("\n  tried: ").append(sign.evidence()));
        changes.stream()
                .limit(MOST_TOLD)
                .forEach(change -> text.append("\n  file: ").append(change));
        if (changes.size() > MOST_TOLD) {
            text.append("\n  and ").append(changes.size() - MOST_TOLD).append(" more files");
        }
        unseen.ifPresent(why -> text.append("\n  files: not known, ").append(why));
        return HarmlessText.of(result.mask().apply(text.toString())) + "\n" + result.describe();
    }

    /** Returns the story, as {@link #describe} does: all that was printed may be long, and have secrets in it. */
    @Override
    public String toString() {
        return describe();
    }
}
