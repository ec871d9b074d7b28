package dev.sandboxed.provider.remote.internal.e2b;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.testkit.internal.way.FaultyWay;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What commands notice of a pause: nothing. The service breaks all connections when it pauses a sandbox. */
@Timeout(60)
class PausingTests {

    private static final int LINES = 3000;

    @RegisterExtension
    static final ServedE2b E2B = ServedE2b.over("runc");

    @TempDir
    private Path folder;

    private FaultyWay toApi;
    private E2bProvider provider;
    private Sandbox sandbox;

    @BeforeEach
    void create() {
        toApi = new FaultyWay(E2B.server().apiUrl());
        Map<String, String> settings = new HashMap<>(E2B.settings());
        settings.put("apiUrl", toApi.url());
        settings.put("requestTimeout", "3s");
        provider = new E2bProvider(ProviderContext.in(folder).withSettings(settings));
        sandbox = provider.create(SandboxSpec.defaults());
    }

    @AfterEach
    void close() throws IOException {
        toApi.let(FaultyWay.Fault.NONE);
        provider.close();
        toApi.close();
        assertThat(E2B.behind().list()).isEmpty();
    }

    private void pauseAndResume() {
        sandbox.stop();
        sandbox.resume();
    }

    @Test
    void nothingThatACommandWritesIsLost() {
        assertNothingIsLost(4, this::pauseAndResume);
    }

    /** The service breaks connections then as well. */
    @Test
    void aSnapshotBreaksNothingThatRuns() {
        assertNothingIsLost(2, () -> provider.snapshots().delete(sandbox.snapshot(SnapshotOptions.ALL)));
    }

    /** Has something done several times while a command writes to both of its outputs. */
    private void assertNothingIsLost(int times, Runnable what) {
        try (Execution counting = sandbox.start(Command.shell("echo begun >begun; i=0; while [ $i -lt " + LINES
                + " ]; do i=$((i+1)); echo $i; echo e$i >&2; [ $((i % 500)) != 0 ] || sleep 0.1; done"))) {
            CompletableFuture<ExecResult> result = CompletableFuture.supplyAsync(counting::await);
            await().until(() -> sandbox.files().exists("begun"));
            for (int i = 0; i < times; i++) {
                what.run();
            }

            assertThat(result.join().stdout()).isEqualTo(numbers(""));
            assertThat(result.join().stderr()).isEqualTo(numbers("e"));
        }
    }

    private static String numbers(String before) {
        return IntStream.rangeClosed(1, LINES).mapToObj(i -> before + i + "\n").collect(Collectors.joining());
    }

    @Test
    void aSandboxThatCouldNotBePausedIsPausedAtTheSecondTryAndItsCommandsGoOn() {
        try (Execution running = sandbox.start(Command.shell("while [ ! -e go ]; do sleep 0.05; done; echo done"))) {
            toApi.let(FaultyWay.Fault.NO_ANSWER);
            assertThatThrownBy(sandbox::stop).isInstanceOf(SandboxTransportException.class);
            toApi.let(FaultyWay.Fault.NONE);
            pauseAndResume();
            sandbox.files().write("go", "");

            assertThat(running.await().stdout()).isEqualTo("done\n");
        }
    }

    /** What was under way was cut, and nobody was told. */
    @Test
    void aSandboxWhoseCommandDoesNotReadWhatItIsSentIsNotPausedAndLosesNothing() {
        Command slow = Command.shell("echo begun >begun; while [ ! -e go ]; do sleep 0.05; done; wc -c")
                .stdin("x".repeat(1_000_000));
        CompletableFuture<ExecResult> counting = CompletableFuture.supplyAsync(() -> sandbox.exec(slow));
        await().until(() -> sandbox.files().exists("begun"));

        assertThatThrownBy(sandbox::stop)
                .isInstanceOf(SandboxTransportException.class)
                .hasRootCauseMessage("a command does not read what it is sent");
        sandbox.files().write("go", "");
        assertThat(counting.join().stdout().strip()).isEqualTo("1000000");
    }

    /** More than fits into pipes and queues: the command waits until somebody reads. */
    @Test
    void whatNobodyHasReadYetIsNotLost() {
        try (Execution writing = sandbox.start(Command.shell("head -c 3000000 /dev/zero; echo end >&2"))) {
            assertThat(writing.next()).isPresent();
            pauseAndResume();

            ExecResult result = writing.await();
            assertThat(result.out().written()).isEqualTo(3_000_000);
            assertThat(result.stderr()).isEqualTo("end\n");
        }
    }

    @Test
    void aCommandIsGivenItsInputAfterwards() throws IOException {
        try (Execution reading = sandbox.start(Command.of("cat").stdin(Stdin.open()))) {
            OutputStream input = reading.stdin();
            input.write("before ".getBytes(StandardCharsets.UTF_8));
            input.flush();
            sandbox.stop();
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> write(input, "and after"));
            sandbox.resume();
            writing.join();

            assertThat(reading.await().stdout()).isEqualTo("before and after");
        }
    }

    private static void write(OutputStream input, String text) {
        try (input) {
            input.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aTerminalGoesOn() throws IOException {
        try (Terminal terminal = sandbox.terminal(Command.of("sh"), TerminalSize.DEFAULT)) {
            pauseAndResume();
            write(terminal.input(), "stty size; exit\n");

            assertThat(new String(terminal.output().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("24 80");
        }
    }

    @Test
    void whoWasStoppedBySomebodyElseStaysSo() {
        sandbox.shell("sleep 300 >/dev/null 2>&1 & echo $! >other; kill -STOP $!");
        try (Execution running = sandbox.start(Command.shell("sleep 300 & echo $! >pid; kill -STOP $!; wait"))) {
            await().until(() -> state("pid").equals("T"));
            pauseAndResume();

            assertThat(state("pid")).isEqualTo("T");
            assertThat(state("other")).isEqualTo("T");
            assertThat(running.isRunning()).isTrue();
        }
    }

    private String state(String file) {
        return sandbox.shell("pid=$(cat " + file + " 2>/dev/null) && sed 's/.*) //' /proc/$pid/stat | cut -c 1")
                .stdout()
                .strip();
    }

    @Test
    void aSandboxThatIsClosedWhileItIsPausedIsGone() {
        CompletableFuture<ExecResult> running =
                CompletableFuture.supplyAsync(() -> sandbox.shell("echo begun >begun; sleep 300"));
        await().until(() -> sandbox.files().exists("begun"));
        sandbox.stop();
        sandbox.close();

        assertThat(E2B.behind().list()).isEmpty();
        assertThatThrownBy(() -> running.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(SandboxDestroyedException.class);
    }

    @Test
    void aCommandWhoseTimeIsUpMeanwhileIsKilledAfterwards() {
        CompletableFuture<ExecResult> running = CompletableFuture.supplyAsync(
                () -> sandbox.exec(Command.shell("echo begun >begun; setsid sleep 4714 & sleep 4714")
                        .timeout(Duration.ofSeconds(2))));
        await().until(() -> sandbox.files().exists("begun"));
        sandbox.stop();
        await().until(running::isDone);
        sandbox.resume();

        assertThat(running.join().timedOut()).isTrue();
        await().until(() -> sandbox.shell("grep -l '^sleep.4714' /proc/[0-9]*/cmdline")
                .stdout()
                .isEmpty());
    }

    @Test
    void aPauseWhoseAnswerIsLostIsAPause() {
        toApi.let(FaultyWay.Fault.NO_ANSWER);
        CompletableFuture<Void> mending = CompletableFuture.runAsync(() -> {
            await().until(() -> toApi.lost() > 0);
            toApi.let(FaultyWay.Fault.NONE);
        });
        sandbox.stop();
        mending.join();
        sandbox.resume();

        assertThat(sandbox.shell("echo there").stdout()).isEqualTo("there\n");
    }

    @Test
    void aSandboxThatCannotBePausedRunsOnAndOneThatCannotBeResumedStaysPaused() {
        try (Execution running = sandbox.start(Command.shell("while [ ! -e go ]; do sleep 0.05; done; echo done"))) {
            toApi.let(FaultyWay.Fault.NO_ANSWER);
            assertThatThrownBy(sandbox::stop).isInstanceOf(SandboxTransportException.class);
            toApi.let(FaultyWay.Fault.NONE);
            assertThat(sandbox.shell("echo there").stdout()).isEqualTo("there\n");

            sandbox.stop();
            toApi.let(FaultyWay.Fault.NO_ANSWER);
            assertThatThrownBy(sandbox::resume).isInstanceOf(SandboxTransportException.class);
            assertThat(sandbox.state()).isEqualTo(SandboxState.STOPPED);
            toApi.let(FaultyWay.Fault.NONE);
            sandbox.resume();
            sandbox.files().write("go", "");

            assertThat(running.await().stdout()).isEqualTo("done\n");
        }
    }

    /** Renewing it would be refused, and one that is refused was taken for one that had ended. */
    @Test
    void aPausedSandboxHasNoEnd() {
        sandbox.stop();

        assertThat(provider.list())
                .singleElement()
                .satisfies(info -> assertThat(info.state()).isEqualTo(SandboxState.STOPPED));
        assertThat(sandbox.waitFor(SandboxState.DESTROYED, Duration.ZERO)).isFalse();
    }
}
