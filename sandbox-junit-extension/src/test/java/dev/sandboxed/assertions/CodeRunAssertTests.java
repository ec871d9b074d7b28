package dev.sandboxed.assertions;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.CodeRun;
import dev.sandboxed.api.code.Code;
import dev.sandboxed.api.code.EscapeAttempt;
import dev.sandboxed.api.code.EscapeAttempt.Kind;
import dev.sandboxed.api.code.FileChange;
import dev.sandboxed.api.code.Verdict;
import dev.sandboxed.api.exec.Ending;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CodeRunAssertTests {

    private static final FileChange LIST = new FileChange(FileChange.Kind.MODIFIED, "list", Optional.of("-1\n+2\n"));
    private static final FileChange BLOB = new FileChange(FileChange.Kind.CREATED, "blob", Optional.empty());

    private static CodeRun run(Code code, Verdict verdict) {
        return new CodeRun(
                code,
                Results.ended(Ending.exited(0)),
                verdict,
                "line 1 of its output is '1', expected was '2'",
                code.watchesFiles() ? List.of(BLOB, LIST) : List.of(),
                code.watchesFiles() ? Optional.empty() : Optional.of("nobody looked"),
                List.of(new EscapeAttempt(Kind.NETWORK, "tcp 192.0.2.1 80: refused")),
                Optional.empty());
    }

    private static final CodeRun WRONG = run(Code.python("print(1)\n"), Verdict.WRONG_ANSWER);

    @Test
    void whatHoldsPasses() {
        assertThat(run(Code.python(""), Verdict.PASSED)).passed();
        assertThat(WRONG)
                .hasVerdict(Verdict.WRONG_ANSWER)
                .tried(Kind.NETWORK)
                .modified("list")
                .created("blob")
                .diffOf("list")
                .contains("+2")
                .and()
                .result()
                .succeeded();
    }

    @Test
    void aFailureTellsTheVerdictTheReasonWhatWasSeenAndTheOutputs() {
        assertThat(Failing.message(() -> assertThat(WRONG).passed()))
                .isEqualTo(
                        "Expecting the verdict PASSED, but it is WRONG_ANSWER: line 1 of its output is '1', expected was '2'"
                                + "\nPython code, 1 lines: WRONG_ANSWER, line 1 of its output is '1', expected was '2'"
                                + "\n  tried: tcp 192.0.2.1 80: refused\n  file: created blob\n  file: modified list"
                                + Results.story("exited with code 0"));
    }

    @Test
    void filesThatDidNotChangeAsExpectedFailWithThoseThatDid() {
        assertThat(Failing.message(() -> assertThat(WRONG).changedNothing()))
                .startsWith("Expecting no file to change, but these did: [created blob, modified list]\n");
        assertThat(Failing.message(() -> assertThat(WRONG).deleted("list")))
                .startsWith("Expecting list to be DELETED, but these files changed: [created blob, modified list]\n");
        assertThat(Failing.message(() -> assertThat(WRONG).diffOf("blob")))
                .startsWith("Expecting a difference of blob, but it is no text, too large, or was not kept.\n");
        assertThat(Failing.message(() -> assertThat(WRONG).diffOf("absent")))
                .startsWith("Expecting absent to change, but these files changed:");
        assertThat(Failing.message(() -> assertThat(WRONG).tried(Kind.SYSTEM_CALL)))
                .startsWith("Expecting a sign that it tried SYSTEM_CALL, but there is none.\n");
    }

    @Test
    void nothingIsSaidOfFilesThatNobodyLookedAt() {
        CodeRun blind = run(Code.python("").withoutChanges(), Verdict.PASSED);
        assertThat(Failing.message(() -> assertThat(blind).changedNothing()))
                .startsWith("It is not known which files changed: nobody looked");
        assertThat(Failing.message(() -> assertThat(blind).created("x")))
                .startsWith("It is not known which files changed: nobody looked");
    }

    @Test
    void softAssertionsCollect() {
        SandboxSoftAssertions softly = new SandboxSoftAssertions();
        softly.assertThat(WRONG).passed().changedNothing().diffOf("absent").isEmpty();
        assertThat(softly.errorsCollected()).hasSize(3);
    }
}
