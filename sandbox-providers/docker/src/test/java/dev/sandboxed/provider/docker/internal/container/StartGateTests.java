package dev.sandboxed.provider.docker.internal.container;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StartGateTests {

    private final StartGate gate = new StartGate(ofSeconds(30));

    private static Thread begin(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void awaitWaiting(Thread thread) {
        await().atMost(ofSeconds(10)).until(() -> thread.getState() == Thread.State.TIMED_WAITING);
    }

    @Test
    void aPauseThatFoundAProcessHalfStartedWasNeverEnded() throws Exception {
        AtomicBoolean paused = new AtomicBoolean();
        Runnable first = gate.starting();
        Runnable second = gate.starting();
        Thread pausing = begin(() -> gate.pausing(() -> paused.set(true)));

        first.run();
        first.run();
        awaitWaiting(pausing);
        assertThat(paused).as("paused while a process is being started").isFalse();
        second.run();
        pausing.join();

        assertThat(paused).isTrue();
    }

    @Test
    void noProcessIsStartedWhileTheContainerIsBeingPaused() throws Exception {
        CountDownLatch pauseBegun = new CountDownLatch(1);
        CountDownLatch pauseMayEnd = new CountDownLatch(1);
        AtomicBoolean started = new AtomicBoolean();
        Thread pausing = begin(() -> gate.pausing(() -> {
            pauseBegun.countDown();
            try {
                pauseMayEnd.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }));
        pauseBegun.await();
        Thread starting = begin(() -> {
            gate.starting();
            started.set(true);
        });

        awaitWaiting(starting);
        assertThat(started).isFalse();
        pauseMayEnd.countDown();
        pausing.join();
        starting.join();

        assertThat(started).isTrue();
    }

    @Test
    void aProcessThatNeverSaysAnythingHoldsAPauseUpForAWhileOnly() {
        StartGate impatient = new StartGate(ofMillis(50));
        AtomicBoolean paused = new AtomicBoolean();
        Runnable silent = impatient.starting();

        impatient.pausing(() -> paused.set(true));
        silent.run();

        assertThat(paused).isTrue();
    }

    @Test
    void whoeverIsInterruptedPausesAtOnceAndStaysInterrupted() {
        AtomicBoolean paused = new AtomicBoolean();
        Runnable silent = gate.starting();
        Thread.currentThread().interrupt();

        gate.pausing(() -> paused.set(true));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(paused).isTrue();
        silent.run();
    }
}
