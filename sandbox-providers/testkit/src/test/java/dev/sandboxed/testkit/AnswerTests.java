package dev.sandboxed.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Resource;
import dev.sandboxed.api.spec.SandboxSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AnswerTests {

    private static final Command COMMAND = Command.of("x").timeout(Duration.ofSeconds(10));

    @Test
    void exitsWithAnyCodeAndBothOutputs() {
        ExecResult result =
                play(Answer.stdout("a").andStderr("b").andStdout("c").andExit(3), COMMAND);

        assertThat(result.ending()).isEqualTo(Ending.exited(3));
        assertThat(result.stdout()).isEqualTo("ac");
        assertThat(result.stderr()).isEqualTo("b");
        assertThat(result.command()).isSameAs(COMMAND);
        assertThat(result.duration()).isZero();
    }

    @Test
    void keepsBytesAsTheyAre() {
        byte[] bytes = {0, (byte) 0xff, 10};
        Answer answer = Answer.success().andStdout(bytes).andStderr(bytes);
        bytes[0] = 1;

        assertThat(play(answer, COMMAND).stdoutBytes()).containsExactly(0, 0xff, 10);
        assertThat(play(answer, COMMAND).stderrBytes()).containsExactly(0, 0xff, 10);
    }

    @Test
    void isEndedByASignal() {
        assertThat(play(Answer.signal(Signal.SEGV), COMMAND).ending()).isEqualTo(Ending.signaled(Signal.SEGV));
    }

    @Test
    void timesOutWhenTold() {
        ExecResult result = play(Answer.stdout("so far").andTimeout(), COMMAND);

        assertThat(result.timedOut()).isTrue();
        assertThat(result.stdout()).isEqualTo("so far");
        assertThat(result.duration()).isEqualTo(COMMAND.timeout());
    }

    @Test
    void timesOutWhenItsDelaysAreLongerThanItsTimeout() {
        Answer slow = Answer.stdout("a")
                .andDelay(Duration.ofSeconds(6))
                .andStdout("b")
                .andDelay(Duration.ofSeconds(5))
                .andStdout("c");
        ExecResult result = play(slow, COMMAND);

        assertThat(result.timedOut()).isTrue();
        assertThat(result.stdout()).isEqualTo("ab");
        assertThat(result.duration()).isEqualTo(Duration.ofSeconds(10));
        assertThat(play(slow, COMMAND.timeout(Duration.ofSeconds(11))).stdout()).isEqualTo("abc");
    }

    @Test
    void tellsTheScriptedDurationWithoutWaitingForIt() {
        ExecResult result =
                play(Answer.delay(Duration.ofHours(3)), Command.of("x").timeout(Duration.ofHours(4)));

        assertThat(result.succeeded()).isTrue();
        assertThat(result.duration()).isEqualTo(Duration.ofHours(3));
    }

    @Test
    void refusesNegativeDelays() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Answer.delay(Duration.ofMillis(-1)))
                .withMessage("A delay must not be negative, but was PT-0.001S");
    }

    static List<Arguments> limits() {
        return List.of(
                Arguments.of(Answer.outOfMemory(), Outcome.OUT_OF_MEMORY, Resource.MEMORY),
                Arguments.of(Answer.outOfDisk(), Outcome.OUT_OF_DISK, Resource.DISK));
    }

    @ParameterizedTest
    @MethodSource("limits")
    void runsIntoALimitAndTellsWhichOne(Answer answer, Outcome outcome, Resource limit) {
        List<SandboxEvent> events = new CopyOnWriteArrayList<>();
        MockSandboxProvider provider = MockSandboxProvider.builder()
                .listener(events::add)
                .onAnything()
                .answer(answer)
                .build();
        ExecResult result = provider.create(SandboxSpec.defaults()).exec(COMMAND);

        assertThat(result.outcome()).isEqualTo(outcome);
        assertThat(events)
                .extracting(event -> event.getClass().getSimpleName())
                .containsExactly("Creating", "Ready", "ExecStarted", "LimitHit", "ExecEnded");
        assertThat(events.get(3))
                .isInstanceOfSatisfying(
                        SandboxEvent.LimitHit.class,
                        hit -> assertThat(hit.resource()).isEqualTo(limit));
    }

    @Test
    void breaksTheWireAndLeavesTheSandboxAlive() {
        MockSandboxProvider provider = scripted(Answer.brokenWire("connection reset"), Answer.success());
        Sandbox sandbox = provider.create(SandboxSpec.defaults());

        assertThatExceptionOfType(SandboxTransportException.class)
                .isThrownBy(() -> sandbox.exec(COMMAND))
                .withMessageStartingWith("connection reset");
        assertThat(sandbox.exec(COMMAND).succeeded()).isTrue();
    }

    @Test
    void throwsAnExceptionOfTheTestsOwn() {
        MockSandboxProvider provider = scripted(Answer.throwing(() -> new IllegalCallerException("mine")));

        assertThatExceptionOfType(IllegalCallerException.class)
                .isThrownBy(() -> provider.create(SandboxSpec.defaults()).exec(COMMAND))
                .withMessage("mine");
    }

    @Test
    void killsItsSandbox() {
        MockSandboxProvider provider = scripted(Answer.stdout("last words").andDeath("the kernel panicked"));
        Sandbox sandbox = provider.create(SandboxSpec.defaults());

        assertThatExceptionOfType(SandboxDestroyedException.class)
                .isThrownBy(() -> sandbox.exec(COMMAND))
                .withMessageStartingWith("The sandbox is gone: the kernel panicked");
        assertThatExceptionOfType(SandboxDestroyedException.class).isThrownBy(sandbox::files);
        assertThat(sandbox.state()).isEqualTo(SandboxState.DESTROYED);
        assertThat(provider.live()).isEmpty();
    }

    @Test
    void leavesFilesBehindAsTheCommandWould() {
        MockSandboxProvider provider = scripted(Answer.success().andFile("out/result.txt", "done\n"));
        Sandbox sandbox = provider.create(SandboxSpec.defaults());
        sandbox.exec(COMMAND);

        assertThat(sandbox.files().readText("/workspace/out/result.txt")).isEqualTo("done\n");
    }

    @Test
    void isTruncatedAtTheLimitOfTheCommand() {
        ExecResult result = play(Answer.stdout("0123456789"), COMMAND.outputLimit(DataSize.ofBytes(4)));

        assertThat(result.stdout()).isEqualTo("0123");
        assertThat(result.truncated()).isTrue();
    }

    @Test
    void goesToAFileWhenTheCommandSaysSo(@TempDir Path folder) {
        Path out = folder.resolve("out.txt");
        ExecResult result = play(
                Answer.stdout("0123456789").andStderr("err"),
                COMMAND.outputLimit(DataSize.ofBytes(4)).stdoutTo(out));

        assertThat(out).hasContent("0123456789");
        assertThat(result.out().file()).contains(out);
        assertThat(result.out().written()).isEqualTo(10);
        assertThat(result.stderr()).isEqualTo("err");
    }

    @Test
    void saysWhenTheFileForItsOutputCannotBeWritten(@TempDir Path folder) {
        Path out = folder.resolve("missing/out.txt");

        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(() -> play(Answer.stdout("x"), COMMAND.stdoutTo(out)))
                .withMessageStartingWith("Cannot write the output of a command to '" + out + "'");
    }

    @Test
    void isNotPlayedInADirectoryThatDoesNotExist() {
        assertThatExceptionOfType(SandboxFileNotFoundException.class)
                .isThrownBy(() -> play(Answer.success(), COMMAND.cwd("missing")))
                .satisfies(thrown -> assertThat(thrown.path()).isEqualTo("missing"));
        assertThat(play(Answer.success(), COMMAND.cwd("/tmp")).succeeded()).isTrue();
    }

    private static ExecResult play(Answer answer, Command command) {
        return scripted(answer).create(SandboxSpec.defaults()).exec(command);
    }

    private static MockSandboxProvider scripted(Answer first, Answer... later) {
        return MockSandboxProvider.builder().onAnything().answer(first, later).build();
    }
}
