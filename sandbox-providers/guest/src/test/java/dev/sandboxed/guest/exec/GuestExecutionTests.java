package dev.sandboxed.guest.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.Stdin;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Commands that are talked to while they run. */
class GuestExecutionTests extends GuestTest {

    private static final String UNTIL_GO = "while [ ! -e go ]; do sleep 0.02; done; ";

    private static void write(Execution execution, String text) throws IOException {
        OutputStream stdin = execution.stdin();
        stdin.write(text.getBytes(StandardCharsets.UTF_8));
        stdin.flush();
    }

    /** Nobody could read as long as the execution was not there, and so the word that the command has begun was never heard. */
    @Test
    void aCommandThatIsHeardToFailLoudlyBeforeItIsHeardToBeginIsStarted() {
        guest.sh("true");
        guest.hearErrorsFirst(600_000);
        Execution execution = guest.begin(
                Command.shell("head -c 1000000 /dev/zero >&2; echo done").timeout(Duration.ofSeconds(10)));

        long errors = 0;
        for (Optional<OutputChunk> chunk = execution.next(); chunk.isPresent(); chunk = execution.next()) {
            errors += chunk.get().source() == OutputChunk.Source.STDERR
                    ? chunk.get().bytes().length
                    : 0;
        }

        assertThat(execution.await().stdout()).isEqualTo("done\n");
        assertThat(errors).isEqualTo(1_000_000);
    }

    @Test
    void chunksArriveWhileTheCommandRuns() throws Exception {
        try (Execution execution = guest.begin(Command.shell("echo first; " + UNTIL_GO + "echo last >&2; exit 3"))) {
            OutputChunk first = execution.next().orElseThrow();
            assertThat(first.text()).isEqualTo("first\n");
            assertThat(first.source()).isEqualTo(Source.STDOUT);
            assertThat(execution.isRunning()).isTrue();
            Files.createFile(guest.at("go"));
            OutputChunk last = execution.next().orElseThrow();
            assertThat(last.text()).isEqualTo("last\n");
            assertThat(last.source()).isEqualTo(Source.STDERR);
            assertThat(execution.next()).isEmpty();
            assertThat(execution.next()).isEmpty();
            ExecResult result = execution.await();
            assertThat(result.exitCode()).isEqualTo(3);
            assertThat(result.stdout()).isEqualTo("first\n");
            assertThat(execution.isRunning()).isFalse();
        }
    }

    @Test
    void endIsToldOnceWithTheResult() {
        List<ExecResult> told = new CopyOnWriteArrayList<>();
        try (Execution execution = guest.commands.start(Command.shell("echo x; exit 9"), told::add)) {
            ExecResult result = execution.await();
            assertThat(told).containsExactly(result);
        }
        assertThat(told).hasSize(1);
    }

    @Test
    void slowReaderHoldsTheCommandBackUntilItNoLongerReads() {
        String script = "i=0; while [ $i -lt 4000 ]; do printf '%01000d' 0; i=$((i+1)); echo >>progress; done";
        try (Execution execution = guest.begin(Command.shell(script))) {
            assertThat(execution.next()).isPresent();
            AtomicLong seen = new AtomicLong(-1);
            await().during(Duration.ofMillis(300)).until(() -> {
                long now = Files.size(guest.at("progress"));
                return seen.getAndSet(now) == now;
            });
            assertThat(seen).hasValueLessThan(1500);
            assertThat(execution.isRunning()).isTrue();
            ExecResult result = execution.await();
            assertThat(result.out().written()).isEqualTo(4_000_000);
            assertThat(result.stdoutBytes()).hasSize(4_000_000);
        }
    }

    @Test
    void orderIsKeptAndNothingIsLostAtTheEnd() {
        List<String> pieces = new ArrayList<>();
        String script = "i=0; while [ $i -lt 20000 ]; do echo $i; i=$((i+1)); done";
        try (Execution execution = guest.begin(Command.shell(script))) {
            execution.forEachChunk(chunk -> pieces.add(chunk.text()));
        }
        String[] lines = String.join("", pieces).split("\n", -1);
        assertThat(lines).hasSize(20_001).startsWith("0", "1").endsWith("19999", "");
    }

    @Test
    void inputCanBeWrittenAndClosedWhileTheCommandRuns() throws Exception {
        try (Execution execution = guest.begin(Command.shell("while read -r x; do echo \"got $x\"; done; echo end")
                .stdin(Stdin.open()))) {
            write(execution, "one\n");
            assertThat(execution.next().orElseThrow().text()).isEqualTo("got one\n");
            write(execution, "two\n");
            assertThat(execution.next().orElseThrow().text()).isEqualTo("got two\n");
            execution.stdin().close();
            assertThat(execution.await().stdout()).isEqualTo("got one\ngot two\nend\n");
        }
    }

    @Test
    void inputThatWasGivenCannotBeWritten() {
        try (Execution execution = guest.begin(Command.of("cat").stdin("given"))) {
            assertThatThrownBy(execution::stdin).isInstanceOf(IllegalStateException.class);
            assertThat(execution.await().stdout()).isEqualTo("given");
        }
    }

    @Test
    void signalsReachTheCommandItself() {
        String script = "trap 'echo int' INT; trap 'echo usr; exit 6' USR1; echo ready; while :; do sleep 0.02; done";
        try (Execution execution = guest.begin(Command.shell(script))) {
            assertThat(execution.next().orElseThrow().text()).isEqualTo("ready\n");
            execution.signal(Signal.INT);
            assertThat(execution.next().orElseThrow().text()).isEqualTo("int\n");
            execution.signal(Signal.USR1);
            ExecResult result = execution.await();
            assertThat(result.exitCode()).isEqualTo(6);
            assertThat(result.stdout()).isEqualTo("ready\nint\nusr\n");
            execution.signal(Signal.TERM);
        }
    }

    @Test
    void commandThatASignalEndsIsToldAsSuch() {
        for (Signal signal : List.of(Signal.INT, Signal.TERM, Signal.PIPE, Signal.KILL, Signal.HUP)) {
            try (Execution execution = guest.begin(Command.of("sh", "-c", "echo ready; exec sleep 501"))) {
                assertThat(execution.next()).isPresent();
                await().until(() -> guest.running("sleep 501") == 1);
                execution.signal(signal);
                assertThat(execution.await().signal()).as("%s", signal).contains(signal);
            }
        }
    }

    @Test
    void commandThatIsStoppedGoesOnWhenItIsContinued() {
        try (Execution execution = guest.begin(Command.shell("while :; do echo tick; sleep 0.02; done"))) {
            assertThat(execution.next()).isPresent();
            execution.signal(Signal.STOP);
            execution.signal(Signal.CONT);
            execution.signal(Signal.TERM);
            assertThat(execution.await().signal()).contains(Signal.TERM);
        }
    }

    @Test
    void killEndsAllOfItAndAwaitReturns() {
        String tree = "trap '' TERM INT; setsid sleep 502 & (sleep 502 &); echo ready; sleep 502; sleep 502";
        try (Execution execution = guest.begin(Command.shell(tree))) {
            assertThat(execution.next()).isPresent();
            await().until(() -> guest.running("sleep 502") >= 3);
            execution.kill();
            assertThat(execution.await().signal()).contains(Signal.KILL);
            execution.kill();
            await().until(() -> guest.running("sleep 502") == 0);
        }
    }

    @Test
    void closeEndsAllOfItAndMayComeTwice() {
        Execution execution = guest.begin(Command.shell("setsid sleep 503 & echo ready; yes"));
        assertThat(execution.next()).isPresent();
        execution.close();
        execution.close();
        assertThat(execution.isRunning()).isFalse();
        await().until(() -> guest.running("sleep 503") == 0);
        assertThat(guest.sh("echo next").stdout()).isEqualTo("next\n");
    }

    @Test
    void timeoutEndsItWithNobodyReading() {
        try (Execution execution = guest.begin(Command.of("yes").timeout(Duration.ofMillis(300)))) {
            await().atMost(Duration.ofSeconds(5)).until(() -> !execution.isRunning());
            assertThat(execution.await().timedOut()).isTrue();
        }
    }

    @Test
    void outputThatCannotBeKeptKillsTheCommandAndIsToldToWhoeverReads() {
        Command command = Command.shell("yes; sleep 504").stdoutTo(Path.of("/dev/full"));
        assertThatThrownBy(() -> {
                    // It may be told already here, where the first output comes together with the news of the start.
                    try (Execution execution = guest.begin(command)) {
                        execution.forEachChunk(chunk -> {});
                    }
                })
                .isInstanceOf(SandboxFileException.class)
                .hasMessageContaining("/dev/full");
        await().until(() -> guest.running("yes") == 0);
        assertThat(guest.running("sleep 504")).isZero();
        assertThat(guest.sh("echo next").stdout()).isEqualTo("next\n");
    }
}
