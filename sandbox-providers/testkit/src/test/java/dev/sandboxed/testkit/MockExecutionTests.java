package dev.sandboxed.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.spec.SandboxSpec;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MockExecutionTests {

    private static final Command COMMAND = Command.of("serve");
    private static final Duration SOON = Duration.ofSeconds(20);

    private final Gate gate = Gate.closed();
    private final List<SandboxEvent> events = new CopyOnWriteArrayList<>();
    private final MockSandboxProvider provider =
            MockSandboxProvider.builder().listener(events::add).build();
    private final Sandbox sandbox = provider.create(SandboxSpec.defaults());

    @AfterEach
    void closeTheProvider() {
        provider.close();
    }

    @Test
    void givesEachPieceAsAChunkWhileTheCommandRuns() {
        Execution execution =
                start(Answer.stdout("a").andStderr("b").andBlockUntil(gate).andStdout("c"));

        assertThat(execution.next()).map(OutputChunk::toString).contains("STDOUT: a");
        assertThat(execution.next()).map(OutputChunk::toString).contains("STDERR: b");
        assertThat(execution.isRunning()).isTrue();
        gate.open();
        assertThat(execution.next()).map(OutputChunk::text).contains("c");
        assertThat(execution.next()).isEmpty();
        assertThat(execution.next()).isEmpty();
        assertThat(execution.isRunning()).isFalse();
        assertThat(execution.command()).isSameAs(COMMAND);
    }

    @Test
    void givesTheWholeOutputAtItsEndReadOrNot() {
        Execution unread = start(Answer.stdout("a").andStdout("b").andExit(4));
        ExecResult result = unread.await();
        List<String> chunks = new ArrayList<>();
        unread.forEachChunk(chunk -> chunks.add(chunk.text()));

        assertThat(result.stdout()).isEqualTo("ab");
        assertThat(result.exitCode()).isEqualTo(4);
        assertThat(chunks).containsExactly("a", "b");
        assertThat(events)
                .extracting(event -> event.getClass().getSimpleName())
                .containsExactly("Creating", "Ready", "ExecStarted", "ExecEnded");
    }

    @Test
    void endsWhenItIsKilled() throws InterruptedException {
        Execution execution = start(Answer.stdout("early").andBlockUntil(gate).andStdout("late"));
        gate.awaitArrival(SOON);
        execution.kill();

        assertThat(execution.await().ending()).isEqualTo(Ending.signaled(Signal.KILL));
        assertThat(execution.await().stdout()).isEqualTo("early");
        assertThat(provider.calls()).contains(new Call.Signaled(sandbox.id(), COMMAND, Signal.KILL));
    }

    @Test
    void endsByASignalUnlessThatOnlyStopsOrContinues() throws InterruptedException {
        Execution execution = start(Answer.blockUntil(gate));
        gate.awaitArrival(SOON);
        execution.signal(Signal.STOP);
        execution.signal(Signal.CONT);

        assertThat(execution.isRunning()).isTrue();
        execution.signal(Signal.TERM);
        assertThat(execution.await().signal()).contains(Signal.TERM);
        execution.signal(Signal.INT);
        assertThat(provider.calls()).doesNotContain(new Call.Signaled(sandbox.id(), COMMAND, Signal.INT));
    }

    @Test
    void isKilledByClosingIt() throws InterruptedException {
        Execution execution = start(Answer.blockUntil(gate));
        try (execution) {
            gate.awaitArrival(SOON);
        }
        execution.close();

        assertThat(execution.await().signal()).contains(Signal.KILL);
    }

    @Test
    void putsWhatWasTypedOnRecord() throws IOException {
        provider.onAnything().answer(Answer.blockUntil(gate));
        Command open = COMMAND.stdin(Stdin.open());
        try (Execution execution = sandbox.start(open)) {
            OutputStream stdin = execution.stdin();
            stdin.write("hel".getBytes(StandardCharsets.UTF_8));
            stdin.write("lo".getBytes(StandardCharsets.UTF_8));
            stdin.close();
            stdin.close();
        }

        assertThat(provider.calls()).containsOnlyOnce(new Call.Stdin(sandbox.id(), open, "hello"));
    }

    @Test
    void hasNoInputUnlessItWasLeftOpen() {
        Execution execution = start(Answer.success());

        assertThatIllegalStateException()
                .isThrownBy(execution::stdin)
                .withMessage(
                        "The stdin of this command is not open: serve;" + " start it with Command.stdin(Stdin.open())");
    }

    @Test
    void throwsWhenTheWireBreaks() {
        Execution execution = start(Answer.stdout("a").andDelay(Duration.ofSeconds(1)));
        execution.await();
        Execution broken = start(Answer.brokenWire("reset"));

        assertThatExceptionOfType(SandboxTransportException.class).isThrownBy(broken::await);
        assertThatExceptionOfType(SandboxTransportException.class).isThrownBy(broken::next);
    }

    @Test
    void throwsWhenItsSandboxDiesUnderIt() throws InterruptedException {
        Execution execution = start(Answer.blockUntil(gate));
        gate.awaitArrival(SOON);
        provider.kill(sandbox.id(), "the host went down");

        assertThatExceptionOfType(SandboxDestroyedException.class)
                .isThrownBy(execution::await)
                .withMessageStartingWith("The sandbox is gone: the host went down");
        assertThatExceptionOfType(SandboxDestroyedException.class).isThrownBy(execution::next);
    }

    @Test
    void throwsDestroyedForARunningCommandWhenItsSandboxIsClosed() throws Exception {
        provider.onAnything().answer(Answer.blockUntil(gate));
        CompletableFuture<ExecResult> running = CompletableFuture.supplyAsync(() -> sandbox.exec(COMMAND));
        gate.awaitArrival(SOON);
        sandbox.close();

        assertThat(running)
                .failsWithin(SOON)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(SandboxDestroyedException.class);
    }

    @Test
    void isKilledWhenTheWaitingThreadIsInterrupted() {
        Execution execution = start(Answer.blockUntil(gate));
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(SandboxInterruptedException.class)
                .isThrownBy(execution::await)
                .withMessageStartingWith("Interrupted while waiting for: serve");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(execution.await().signal()).contains(Signal.KILL);
    }

    @Test
    void interruptsACommandThatIsRunToItsEnd() {
        provider.onAnything().answer(Answer.blockUntil(gate));
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(SandboxInterruptedException.class).isThrownBy(() -> sandbox.exec(COMMAND));
        assertThat(Thread.interrupted()).isTrue();
    }

    private Execution start(Answer answer) {
        provider.onAnything().answer(answer);
        return sandbox.start(COMMAND);
    }

    @Test
    void whoeverWatchesIsToldEachPieceOfACommandThatIsRunOrRead() {
        List<String> told = new CopyOnWriteArrayList<>();
        Command watched = COMMAND.onOutput(chunk -> told.add(chunk.toString()));
        provider.onAnything().answer(Answer.stdout("a").andStderr("b"));

        sandbox.exec(watched);
        sandbox.start(watched).await();

        assertThat(told).containsExactly("STDOUT: a", "STDERR: b", "STDOUT: a", "STDERR: b");
    }

    @Test
    void aWatcherThatThrowsIsToldNothingMoreOfThatRunAndAllOfTheNext() {
        List<String> told = new CopyOnWriteArrayList<>();
        Command watched = COMMAND.onOutput(chunk -> {
            told.add(chunk.text());
            throw new IllegalStateException("a test threw this on purpose");
        });
        provider.onAnything().answer(Answer.stdout("a").andStdout("b"));

        assertThat(sandbox.exec(watched).stdout()).isEqualTo("ab");
        assertThat(told).containsExactly("a");
        sandbox.exec(watched);
        assertThat(told).containsExactly("a", "a");
    }

    @Test
    void withoutStreamingNobodyCanWatch() {
        try (MockSandboxProvider silent = MockSandboxProvider.builder()
                        .capabilities(Capabilities.of(Isolation.PROCESS))
                        .build();
                Sandbox there = silent.create(SandboxSpec.defaults())) {
            assertThatExceptionOfType(UnsupportedCapabilityException.class)
                    .isThrownBy(() -> there.exec(COMMAND.onOutput(chunk -> {})))
                    .withMessageContaining("STREAMING");
        }
    }
}
