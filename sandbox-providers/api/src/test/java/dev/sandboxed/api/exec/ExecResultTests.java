package dev.sandboxed.api.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExecResultTests {

    @Test
    void succeedsOnlyWithCodeZero() {
        assertThat(result(Ending.exited(0)).succeeded()).isTrue();
        assertThat(result(Ending.exited(1)).succeeded()).isFalse();
        assertThat(result(Ending.signaled(Signal.TERM)).succeeded()).isFalse();
        assertThat(result(Ending.timedOut()).succeeded()).isFalse();
        assertThat(result(Ending.outOfMemory()).succeeded()).isFalse();
    }

    @Test
    void isItsOwnAnswerToOrThrowWhenItSucceeded() {
        ExecResult result = result(Ending.exited(0));

        assertThat(result.orThrow()).isSameAs(result);
    }

    @Test
    void throwsExecFailedForAnyOtherEndThanATimeout() {
        ExecResult failed = result(Ending.exited(3));

        assertThatExceptionOfType(ExecFailedException.class)
                .isThrownBy(failed::orThrow)
                .withMessage("Command exited with code 3 after 1500 ms: sort 'my file'"
                        + "\n  stdout: one\n    two\n  stderr: (empty)")
                .satisfies(thrown -> assertThat(thrown.code()).isEqualTo("exec-failed"))
                .satisfies(thrown -> assertThat(thrown.result()).isSameAs(failed));
        assertThatExceptionOfType(ExecFailedException.class)
                .isThrownBy(result(Ending.signaled(Signal.SEGV))::orThrow)
                .withMessageStartingWith("Command was ended by SIGSEGV after 1500 ms");
        assertThatExceptionOfType(ExecFailedException.class)
                .isThrownBy(result(Ending.outOfMemory())::orThrow)
                .withMessageStartingWith("Command was killed for lack of memory after 1500 ms");
    }

    @Test
    void throwsExecTimeoutForATimeout() {
        ExecResult late = result(Ending.timedOut());

        assertThatExceptionOfType(ExecTimeoutException.class)
                .isThrownBy(late::orThrow)
                .withMessageStartingWith("Command timed out and was killed after 1500 ms: sort 'my file'")
                .satisfies(thrown -> assertThat(thrown.code()).isEqualTo("exec-timeout"))
                .satisfies(thrown -> assertThat(thrown.result()).isSameAs(late));
    }

    @Test
    void doesNotTakeACommandThatExits143ForATimeoutOrASignal() {
        ExecResult result = result(Ending.exited(143));

        assertThat(result.timedOut()).isFalse();
        assertThat(result.signal()).isEmpty();
        assertThat(result.outcome()).isEqualTo(Outcome.EXITED);
    }

    @Test
    void tellsTheEndOfLongOutputAndHowMuchThereWas() {
        OutputCollector collector = new OutputCollector(3_000);
        byte[] bytes = ("start" + "x".repeat(4_000)).getBytes(StandardCharsets.UTF_8);
        collector.append(bytes, 0, bytes.length);
        ExecResult result =
                new ExecResult(Command.of("yes"), Ending.exited(1), Output.EMPTY, collector.toOutput(), Duration.ZERO);

        assertThat(result.truncated()).isTrue();
        assertThat(result.describe())
                .isEqualTo("Command exited with code 1 after 0 ms: yes\n  stdout: (empty)\n  stderr: …"
                        + "x".repeat(2_000) + " … (4005 bytes in all)");
    }

    @Test
    void whatACommandPrintsWasObeyedByTheBuildServersThatReadTheMessage() {
        ExecResult failed = new ExecResult(
                Command.of("agent"),
                Ending.exited(1),
                output("##teamcity[publishArtifacts '/home']\n::error::no"),
                output("\u001b[2J"),
                Duration.ZERO);

        assertThatExceptionOfType(ExecFailedException.class)
                .isThrownBy(failed::orThrow)
                .withMessage("Command exited with code 1 after 0 ms: agent"
                        + "\n  stdout: # #teamcity[publishArtifacts '/home']\n    : :error::no\n  stderr: \\u001b[2J");
    }

    @Test
    void tellsWhichFileTheOutputWentTo() {
        ExecResult result = new ExecResult(
                Command.of("yes"), Ending.exited(1), Output.inFile(Path.of("out"), 7), Output.EMPTY, Duration.ZERO);

        assertThat(result.describe()).contains("stdout: Output[7 bytes, in out]");
        assertThat(result.truncated()).isFalse();
    }

    @Test
    void givesBothOutputsAsTextAndBytes() {
        ExecResult result =
                new ExecResult(Command.of("x"), Ending.exited(0), output("a"), output("ü"), Duration.ofMillis(1));

        assertThat(result.stdout()).isEqualTo("a");
        assertThat(result.stderr()).isEqualTo("ü");
        assertThat(result.stdoutBytes()).containsExactly('a');
        assertThat(result.stderrBytes()).containsExactly(0xc3, 0xbc);
    }

    @Test
    void hasTheCodeOfAShellForASignal() {
        Ending killed = Ending.signaled(Signal.KILL);

        assertThat(killed.exitCode()).isEqualTo(137);
        assertThat(killed.signal()).contains(Signal.KILL);
        assertThat(killed).isNotEqualTo(Ending.timedOut()).isNotEqualTo(Ending.outOfMemory());
        assertThat(Ending.timedOut().signal()).contains(Signal.KILL);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 256})
    void refusesCodesThatNoProcessGives(int code) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Ending.exited(code))
                .withMessage("An exit code must be between 0 and 255, but was " + code);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 42, 126, 127, 128, 255})
    void keepsEveryCode(int code) {
        assertThat(Ending.exited(code).exitCode()).isEqualTo(code);
        assertThat(Ending.exited(code)).hasToString("exited with code " + code);
    }

    @Test
    void namesSignalsAsPeopleDo() {
        assertThat(Signal.TERM).hasToString("SIGTERM");
        assertThat(new Signal(34)).hasToString("signal 34");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Signal(65))
                .withMessage("A signal's number must be between 1 and 64, but was 65");
        assertThatIllegalArgumentException().isThrownBy(() -> new Signal(0));
    }

    @Test
    void boundsTheSizeOfATerminal() {
        assertThat(new TerminalSize(1, 32_767).rows()).isEqualTo(32_767);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TerminalSize(0, 24))
                .withMessage("A terminal must have 1 to 32767 columns and rows, but was 0 by 24");
        assertThatIllegalArgumentException().isThrownBy(() -> new TerminalSize(80, 32_768));
    }

    private static ExecResult result(Ending ending) {
        return new ExecResult(
                Command.of("sort", "my file"), ending, output("one\ntwo\n"), Output.EMPTY, Duration.ofMillis(1500));
    }

    private static Output output(String text) {
        return Output.of(text.getBytes(StandardCharsets.UTF_8));
    }
}
