package dev.sandboxed.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.SandboxSpec;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PacingTests {

    private static final Duration SOON = Duration.ofSeconds(20);

    @Test
    void timeStandsStillUntilATestMovesItOn() throws InterruptedException {
        ManualPacer pacer = new ManualPacer();
        Sandbox sandbox = MockSandboxProvider.builder()
                .onAnything()
                .answer(Answer.delay(Duration.ofMinutes(1)).andStdout("x").andDelay(Duration.ofMinutes(1)))
                .build()
                .create(SandboxSpec.defaults());
        assertThat(sandbox.exec("x").duration()).isEqualTo(Duration.ofMinutes(2));

        Sandbox paced = paced(pacer, Answer.delay(Duration.ofMinutes(1)).andDelay(Duration.ofMinutes(1)));
        CompletableFuture<ExecResult> running = CompletableFuture.supplyAsync(() -> paced.exec("x"));
        pacer.awaitWaiting(1, SOON);
        pacer.advance(Duration.ofSeconds(59));
        pacer.awaitWaiting(1, SOON);
        assertThat(running).isNotDone();
        pacer.advance(Duration.ofSeconds(1));
        pacer.awaitWaiting(1, SOON);
        assertThat(running).isNotDone();
        pacer.advance(Duration.ofMinutes(1));
        assertThat(running)
                .succeedsWithin(SOON)
                .satisfies(result -> assertThat(result.duration()).isEqualTo(Duration.ofMinutes(2)));
    }

    @Test
    void aTimeoutComesWhenTimeIsMovedPastIt() throws InterruptedException {
        ManualPacer pacer = new ManualPacer();
        Sandbox sandbox = paced(pacer, Answer.delay(Duration.ofHours(1)));
        CompletableFuture<ExecResult> running =
                CompletableFuture.supplyAsync(() -> sandbox.exec(Command.of("x").timeout(Duration.ofSeconds(5))));
        pacer.awaitWaiting(1, SOON);
        pacer.advance(Duration.ofSeconds(5));

        assertThat(running)
                .succeedsWithin(SOON)
                .satisfies(result -> assertThat(result.timedOut()).isTrue());
    }

    @Test
    void awaitingSaysWhenNothingArrives() {
        assertThatIllegalStateException()
                .isThrownBy(() -> new ManualPacer().awaitWaiting(1, Duration.ofMillis(1)))
                .withMessageStartingWith("0 of 1 arrived at a delay within PT0.001S");
        assertThatIllegalStateException()
                .isThrownBy(() -> Gate.closed().awaitArrival(Duration.ofMillis(1)))
                .withMessageStartingWith("No command arrived at the gate within PT0.001S");
    }

    @Test
    void realTimePassesForAPacerThatIsToldSo() {
        long began = System.nanoTime();
        paced(Pacer.real(), Answer.delay(Duration.ofMillis(20))).exec("x");

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(Duration.ofMillis(20));
    }

    @Test
    void aGateHoldsACommandAtMostUntilItsTimeout() {
        Gate gate = Gate.closed();
        ExecResult result = paced(Pacer.instant(), Answer.blockUntil(gate))
                .exec(Command.of("x").timeout(Duration.ofMillis(20)));

        assertThat(result.timedOut()).isTrue();
        assertThat(result.duration()).isGreaterThanOrEqualTo(Duration.ofMillis(20));
        assertThat(gate.isOpen()).isFalse();
    }

    @Test
    void anOpenGateHoldsNobody() throws InterruptedException {
        Gate gate = Gate.closed();
        gate.open();
        gate.open();

        assertThat(paced(Pacer.instant(), Answer.blockUntil(gate)).exec("x").succeeded())
                .isTrue();
        gate.awaitArrival(Duration.ofMillis(1));
    }

    @Test
    void aCreationCanBeInterrupted() {
        MockSandboxProvider provider = MockSandboxProvider.builder()
                .pacer(new ManualPacer())
                .creationTakes(Duration.ofSeconds(1))
                .build();
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(SandboxInterruptedException.class)
                .isThrownBy(() -> provider.create(SandboxSpec.defaults()));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(provider.created()).isEmpty();
    }

    private static Sandbox paced(Pacer pacer, Answer answer) {
        return MockSandboxProvider.builder()
                .pacer(pacer)
                .onAnything()
                .answer(answer)
                .build()
                .create(SandboxSpec.defaults());
    }
}
