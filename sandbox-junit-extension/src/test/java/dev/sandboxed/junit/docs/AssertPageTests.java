package dev.sandboxed.junit.docs;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.CodeRun;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.code.Code;
import dev.sandboxed.api.code.Verdict;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecFailedException;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.assertions.SandboxSoftAssertions;
import dev.sandboxed.junit.Sandboxed;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The snippets of docs/assert.md. */
@Sandboxed(provider = "subprocess")
class AssertPageTests {

    @Test
    void onACommand(Sandbox sandbox) {
        ExecResult run = sandbox.shell("echo sorted; echo 3 lines >&2");
        assertThat(run).succeeded().hasExitCode(0).tookLessThan(Duration.ofSeconds(10));
        assertThat(run).stdout().isEqualTo("sorted\n").and().stderr().contains("3 lines");
    }

    @Test
    void onHowItEnded(Sandbox sandbox) {
        assertThat(sandbox.shell("exit 3")).failed().exitedWith(3);
        assertThat(sandbox.shell("kill -TERM $$")).wasSignaled().endedBy(Signal.TERM);
        assertThat(sandbox.exec(Command.of("sleep", "60").timeout(Duration.ofMillis(200))))
                .timedOut();
    }

    @Test
    void orThrowMakesAnExceptionOfAResult(Sandbox sandbox) {
        assertThatThrownBy(() -> sandbox.shell("echo no compiler >&2; exit 1").orThrow())
                .isInstanceOf(ExecFailedException.class)
                .hasMessageContaining("no compiler");
    }

    @Test
    void onFiles(Sandbox sandbox) {
        sandbox.shell(
                "mkdir out && echo '{\"total\": 42}' > out/sum.json && ln -s sum.json out/last && chmod 600 out/sum.json");
        assertThat(sandbox)
                .hasFile("out/sum.json")
                .withMode(0600)
                .withJson("{\"total\": 42}")
                .jsonAt("/total")
                .isEqualTo(42);
        assertThat(sandbox).hasDirectory("out").withEntries("sum.json", "last");
        assertThat(sandbox).hasLink("out/last").to("sum.json");
        assertThat(sandbox).doesNotHaveFile("out/core");
    }

    @Test
    void onText(Sandbox sandbox) {
        sandbox.files().write("log.txt", "one\ntwo\n");
        assertThat(sandbox).hasFile("log.txt").text().hasLineCount(2).startsWith("one");
    }

    @Test
    void onCode(Sandbox sandbox) {
        CodeRun run = sandbox.run(Code.shell("sort").stdin("b\na\n").expecting("b\na\n"));
        assertThat(run).hasVerdict(Verdict.WRONG_ANSWER).changedNothing();
        assertThat(run.reason()).contains("line 1");
    }

    @Test
    void severalAtOnce(Sandbox sandbox) {
        SandboxSoftAssertions.assertSoftly(softly -> {
            softly.assertThat(sandbox.exec("true")).succeeded();
            softly.assertThat(sandbox).doesNotHaveFile("core");
        });
    }

    @Test
    void aFailureShowsTheCommandAndBothOutputs(Sandbox sandbox) {
        assertThatThrownBy(() -> assertThat(sandbox.shell("echo half; echo disk full >&2; exit 2"))
                        .succeeded())
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("exited with code 2", "half", "disk full", "subprocess");
    }
}
