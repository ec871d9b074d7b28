package dev.sandboxed.assertions;

import dev.sandboxed.api.CodeRun;
import dev.sandboxed.api.code.EscapeAttempt;
import dev.sandboxed.api.code.FileChange;
import dev.sandboxed.api.code.Verdict;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.assertions.internal.message.Scene;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Assertions on what came of code. Each fails with the verdict, its reason, what was seen, and both outputs. */
public class CodeRunAssert extends SceneAssert<CodeRunAssert, CodeRun> {

    /** For soft assertions, which need it to be public; use {@link SandboxAssertions#assertThat(CodeRun)}. */
    public CodeRunAssert(@Nullable CodeRun actual) {
        super(actual, CodeRunAssert.class);
    }

    /**
     * Check that it ended with code 0, printed what was expected, and was not seen to try what it must not.
     * <pre>{@code
     * assertThat(sandbox.run(Code.shell("echo 1").expecting("1"))).passed(); // passes
     * assertThat(sandbox.run(Code.shell("echo 2").expecting("1"))).passed(); // fails
     * }</pre>
     */
    public CodeRunAssert passed() {
        return hasVerdict(Verdict.PASSED);
    }

    /**
     * Check what is to be said of it.
     * <pre>{@code
     * assertThat(sandbox.run(Code.shell("exit 3"))).hasVerdict(Verdict.CRASHED); // passes
     * assertThat(sandbox.run(Code.shell("true"))).hasVerdict(Verdict.CRASHED);   // fails
     * }</pre>
     */
    public CodeRunAssert hasVerdict(Verdict verdict) {
        isNotNull();
        return check(
                actual.verdict() == verdict,
                () -> "Expecting the verdict " + verdict + ", but it is " + actual.verdict() + ": " + actual.reason());
    }

    /**
     * Check that it was seen to try something of a kind that its sandbox does not allow.
     * <pre>{@code
     * assertThat(sandbox.run(Code.shell("echo x > /usr/x"))).tried(Kind.READ_ONLY_FILE); // passes where that is read-only
     * assertThat(sandbox.run(Code.shell("true"))).tried(Kind.NETWORK);                   // fails
     * }</pre>
     */
    public CodeRunAssert tried(EscapeAttempt.Kind kind) {
        isNotNull();
        return check(
                actual.escapes().stream().anyMatch(sign -> sign.kind() == kind),
                () -> "Expecting a sign that it tried " + kind + ", but there is none.");
    }

    /**
     * Check that it changed no file below the workdir.
     * <pre>{@code
     * assertThat(sandbox.run(Code.shell("true"))).changedNothing();       // passes
     * assertThat(sandbox.run(Code.shell("echo > out"))).changedNothing(); // fails
     * }</pre>
     */
    public CodeRunAssert changedNothing() {
        isNotNull();
        requireLooked();
        return check(
                actual.changes().isEmpty(), () -> "Expecting no file to change, but these did: " + actual.changes());
    }

    /**
     * Check that it created a file, by its path below the workdir.
     * <pre>{@code
     * assertThat(sandbox.run(Code.shell("echo > out"))).created("out"); // passes
     * assertThat(sandbox.run(Code.shell("true"))).created("out");       // fails
     * }</pre>
     */
    public CodeRunAssert created(String path) {
        return changed(FileChange.Kind.CREATED, path);
    }

    /**
     * Check that it modified a file that was there, by its path below the workdir.
     * <pre>{@code
     * sandbox.files().write("list", "1\n");
     * assertThat(sandbox.run(Code.shell("echo 2 >> list"))).modified("list"); // passes
     * assertThat(sandbox.run(Code.shell("true"))).modified("list");           // fails
     * }</pre>
     */
    public CodeRunAssert modified(String path) {
        return changed(FileChange.Kind.MODIFIED, path);
    }

    /**
     * Check that it deleted a file, by its path below the workdir.
     * <pre>{@code
     * sandbox.files().write("list", "1\n");
     * assertThat(sandbox.run(Code.shell("rm list"))).deleted("list"); // passes
     * assertThat(sandbox.run(Code.shell("true"))).deleted("list");    // fails
     * }</pre>
     */
    public CodeRunAssert deleted(String path) {
        return changed(FileChange.Kind.DELETED, path);
    }

    /**
     * Lead to the difference that it made to a file, as a unified diff; {@code and()} leads back. Fails if it did not change that file, or
     * there is no difference to show.
     * <pre>{@code
     * sandbox.files().write("list", "1\n");
     * assertThat(sandbox.run(Code.shell("echo 2 >> list"))).diffOf("list").contains("+2\n"); // passes
     * assertThat(sandbox.run(Code.shell("true"))).diffOf("list").isEmpty();                  // fails
     * }</pre>
     */
    public TextAssert<CodeRunAssert> diffOf(String path) {
        TextAssert<CodeRunAssert> text = lead(TextAssert.way(), () -> diff(path));
        return text.from(this, "difference of " + path, sceneIfAny());
    }

    /**
     * Lead to what came of its command.
     * <pre>{@code
     * assertThat(sandbox.run(Code.shell("exit 3"))).result().exitedWith(3); // passes
     * assertThat(sandbox.run(Code.shell("exit 3"))).result().succeeded();   // fails
     * }</pre>
     */
    public ExecResultAssert result() {
        return lead(new AssertFactory<>(ExecResultAssert.class, ExecResult.class, ExecResultAssert::new), () -> {
            isNotNull();
            return actual.result();
        });
    }

    @Override
    Scene scene() {
        return Scene.of(actual);
    }

    private CodeRunAssert changed(FileChange.Kind kind, String path) {
        isNotNull();
        requireLooked();
        return check(
                find(path).filter(change -> change.kind() == kind).isPresent(),
                () -> "Expecting " + path + " to be " + kind + ", but these files changed: " + actual.changes());
    }

    private String diff(String path) {
        isNotNull();
        requireLooked();
        FileChange change = find(path)
                .orElseThrow(
                        () -> failed("Expecting " + path + " to change, but these files changed: " + actual.changes()));
        return change.diff()
                .orElseThrow(() -> failed(
                        "Expecting a difference of " + path + ", but it is no text, too large, or was not kept."));
    }

    /** Files that nobody could look at may well have changed. */
    private void requireLooked() {
        actual.unseen().ifPresent(why -> {
            throw failed("It is not known which files changed: " + why);
        });
    }

    private Optional<FileChange> find(String path) {
        return actual.changes().stream()
                .filter(change -> change.path().equals(path))
                .findFirst();
    }
}
