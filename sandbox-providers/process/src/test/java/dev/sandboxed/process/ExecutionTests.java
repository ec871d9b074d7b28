package dev.sandboxed.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.Stdin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecutionTests {

    @TempDir
    Path folder;

    private Host host;

    @BeforeEach
    void openHost() {
        host = new Host(folder);
    }

    @Test
    void chunksArriveWhileTheCommandRuns() throws Exception {
        try (Execution execution = host.start(Command.of("cat").stdin(Stdin.open()))) {
            OutputStream stdin = execution.stdin();
            for (String line : new String[] {"one\n", "two\n"}) {
                stdin.write(line.getBytes(StandardCharsets.UTF_8));
                assertThat(execution.next().map(OutputChunk::text)).contains(line);
                assertThat(execution.isRunning()).isTrue();
            }
            stdin.close();
            assertThat(execution.next()).isEmpty();
            assertThat(execution.await().stdout()).isEqualTo("one\ntwo\n");
        }
    }

    @Test
    void orderIsKeptAndTheEndComesAfterTheLastChunk() {
        try (Execution execution = host.start(Command.of("seq", "1", "200000"))) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            execution.forEachChunk(chunk -> all.writeBytes(chunk.bytes()));
            assertThat(execution.next()).isEmpty();
            assertThat(all.toByteArray()).isEqualTo(execution.await().stdoutBytes());
            assertThat(all.toString(StandardCharsets.UTF_8))
                    .startsWith("1\n2\n")
                    .endsWith("\n200000\n");
        }
    }

    @Test
    void slowReaderHoldsTheCommandBack() throws Exception {
        String script = "i=0; while [ $i -lt 400 ]; do head -c 10000 /dev/zero; i=$((i+1)); echo $i > progress; done";
        try (Execution execution = host.start(Command.shell(script))) {
            Path progress = folder.resolve("progress");
            await().until(() -> Files.exists(progress));
            await().during(Duration.ofMillis(300))
                    .atMost(Duration.ofSeconds(20))
                    .until(unchanging(progress));
            assertThat(Integer.parseInt(Files.readString(progress).strip())).isLessThan(100);
            assertThat(execution.await().out().written()).isEqualTo(4_000_000);
        }
    }

    private static java.util.concurrent.Callable<Boolean> unchanging(Path file) {
        String[] last = {""};
        return () -> {
            String now = Files.readString(file);
            boolean same = now.equals(last[0]);
            last[0] = now;
            return same;
        };
    }

    @Test
    void signalReachesTheCommandAndAwaitAfterKillReturns() {
        try (Execution execution = host.start(
                Command.shell("trap 'echo got it; exit 7' USR1; echo ready; while :; do sleep 0.05; done"))) {
            assertThat(execution.next().map(OutputChunk::text)).contains("ready\n");
            execution.signal(Signal.USR1);
            assertThat(execution.await().exitCode()).isEqualTo(7);
            assertThat(execution.await().stdout()).isEqualTo("ready\ngot it\n");
        }
        try (Execution execution = host.start(Command.of("sleep", "300"))) {
            execution.kill();
            assertThat(execution.await().signal()).contains(Signal.KILL);
            assertThat(execution.await().outcome()).isEqualTo(Outcome.SIGNALED);
        }
    }

    @Test
    void closingKillsTheCommandAndItsChildren() {
        Execution execution = host.start(Command.shell("setsid sleep 300 & echo up; sleep 300"));
        assertThat(execution.next()).isPresent();
        execution.close();
        execution.close();
        assertThat(host.scope.usage().processes()).isZero();
    }

    @Test
    void missingProgramIsAnExecutionThatHasEnded() {
        try (Execution execution = host.start(Command.of("no-such-program"))) {
            Optional<OutputChunk> chunk = execution.next();
            assertThat(chunk.map(OutputChunk::text)).contains("sandboxed: no-such-program: command not found\n");
            assertThat(execution.next()).isEmpty();
            assertThat(execution.await().exitCode()).isEqualTo(127);
        }
    }

    @Test
    void writingToStdinThatWasGivenIsRefused() {
        try (Execution execution = host.start(Command.of("cat").stdin("given"))) {
            assertThatThrownBy(execution::stdin)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("start it with Stdin.open()");
        }
    }

    @Test
    void writingAfterTheCommandEndedFailsInsteadOfBlocking() {
        try (Execution execution = host.start(Command.of("true").stdin(Stdin.open()))) {
            assertThat(execution.await().succeeded()).isTrue();
            OutputStream stdin = execution.stdin();
            assertThatThrownBy(() -> stdin.write(new byte[1 << 20])).isInstanceOf(IOException.class);
        }
    }

    @Test
    void timeoutOfAStartedCommandIsItsResult() {
        Command command = Command.shell("echo so far; sleep 300").timeout(Duration.ofMillis(300));
        try (Execution execution = host.start(command)) {
            ExecResult result = execution.await();
            assertThat(result.timedOut()).isTrue();
            assertThat(result.stdout()).isEqualTo("so far\n");
        }
    }
}
