package dev.sandboxed.assertions;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecFailedException;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.testkit.Answer;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

class SecretsTests extends WithMock {

    @Override
    SandboxSpec spec() {
        return SandboxSpec.builder()
                .secret("TOKEN", Secret.of("hunter2"))
                .secret("KEY", Secret.of("-- begin --\nabcdef\n-- end --"))
                .secret("QUOTED", Secret.of("pass\"word"))
                .env("MODE", "quiet-mode")
                .build();
    }

    @Test
    void failureOnACommandNamesItsSandboxAndMasksItsSecrets() {
        assertThat(Failing.message(() ->
                        assertThat(run("hunter2\nabcdef\n")).inSandbox(sandbox).failed()))
                .isEqualTo("Expecting the command to fail, but it exited with code 0."
                        + "\nCommand exited with code 0 after 0 ms: login ***\n  stdout: ***\n    ***\n  stderr: (empty)"
                        + where());
    }

    @Test
    void aResultAloneKnowsTheSecretsOfItsSandbox() {
        ExecResult printed = run("hunter2\nabcdef\npass\"word");

        assertThat(Failing.message(() -> assertThat(printed).failed())).doesNotContain("hunter2", "abcdef", "pass");
        assertThat(Failing.message(() -> assertThat(printed).stdout().isEqualTo("x")))
                .doesNotContain("hunter2", "abcdef", "pass");
        assertThat(printed.describe()).contains("login ***").doesNotContain("hunter2", "abcdef", "pass");
    }

    @Test
    void anExceptionMadeFromAResultShowsNoSecret() {
        provider.onProgram("fail").answer(Answer.stdout("hunter2").andExit(1));

        assertThatExceptionOfType(ExecFailedException.class)
                .isThrownBy(() -> sandbox.exec("fail").orThrow())
                .withMessageContaining("stdout: ***")
                .withMessageNotContaining("hunter2");
    }

    @Test
    void failureOnATextMasksSecrets() {
        AssertionError error = Failing.error(
                () -> assertThat(run("hunter2")).inSandbox(sandbox).stdout().isEqualTo("x"));

        assertThat(error)
                .hasMessage("[standard output\nCommand exited with code 0 after 0 ms: login ***\n  stdout: ***"
                        + "\n  stderr: (empty)" + where() + "] \nexpected: \"x\"\n but was: \"***\"")
                .isInstanceOfSatisfying(AssertionFailedError.class, failed -> {
                    assertThat(failed.getActual().getStringRepresentation()).isEqualTo("\"***\"");
                    assertThat(String.valueOf(failed.getActual().getValue())).doesNotContain("hunter2");
                });
    }

    @Test
    void failureOnAFileMasksSecretsAlsoForTheDevelopmentEnvironment() {
        files.write("f", "token=hunter2");

        AssertionError error =
                Failing.error(() -> assertThat(sandbox).hasFile("f").withContent("token="));

        assertThat(error)
                .hasMessage("Expecting the file '/workspace/f' to have the given content, but it differs at line 1,"
                        + " column 7.\n  expected: \"token=\"\n  but was:  \"token=***\"" + where())
                .isInstanceOfSatisfying(
                        AssertionFailedError.class,
                        failed -> assertThat(failed.getActual().getStringRepresentation())
                                .isEqualTo("token=***"));
    }

    @Test
    void secretThatIsEscapedInAMessageIsMasked() {
        files.write("f", "{\"x\": \"pass\\\"word\"}");
        files.write("g", "pass\"word");

        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("f").withJson("{\"x\": 1}")))
                .isEqualTo("Expecting the file '/workspace/f' to hold the given JSON, but it differs:"
                        + "\n  at /x: expected 1, but was \"***\"" + where());
        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("g").withContentContaining("x")))
                .isEqualTo("Expecting the file '/workspace/g' to contain the given text, but it does not."
                        + "\n  expected: \"x\"\n  in:       \"***\"" + where());
    }

    @Test
    void secretThatWouldBeCutIsMaskedBefore() {
        String cut = "hunter2" + "x".repeat(1_997);
        files.write("f", "x".repeat(997) + "hunter2");
        files.write("g", "{\"x\": \"" + "x".repeat(196) + "hunter2\"}");

        assertThat(Failing.message(() -> assertThat(run(cut)).inSandbox(sandbox).failed()))
                .contains("\n  stdout: ***xxx")
                .doesNotContain("er2");
        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("f").withContent("x")))
                .doesNotContain("hun");
        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("g").withJson("{\"x\": 1}")))
                .doesNotContain("hun");
    }

    @Test
    void environmentIsNotShown() {
        assertThat(Failing.message(
                        () -> assertThat(run("fine")).inSandbox(sandbox).failed()))
                .doesNotContain("quiet-mode", "own-value");
    }

    private ExecResult run(String output) {
        Command login = Command.of("login", "hunter2").env("OWN", "own-value");
        provider.onProgram("login").answer(Answer.stdout(output));
        return sandbox.exec(login);
    }
}
