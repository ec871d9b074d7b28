package dev.sandboxed.guest.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.guest.exec.CommandLifecycle.State;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CommandKillerTests {

    private static final Duration GRACE = Duration.ofSeconds(2);

    private final AtomicInteger kills = new AtomicInteger();
    private final CountDownLatch disconnected = new CountDownLatch(1);
    private final CommandLifecycle lifecycle = new CommandLifecycle();
    private final CommandKiller killer =
            new CommandKiller(lifecycle, GRACE, kills::incrementAndGet, disconnected::countDown);

    @Test
    void aCommandThatHasEndedIsNotKilledSinceItsSupervisorMayHaveTheNextOneAlready() {
        lifecycle.moveTo(State.ASKED);
        lifecycle.begin();
        lifecycle.finish(State.ENDED);

        killer.start();

        assertThat(lifecycle.isKillRequested()).isFalse();
        killer.awaitDone();
        assertThat(kills).hasValue(0);
    }

    @Test
    void aCommandThatRunsIsKilledAtLeastOnce() {
        lifecycle.moveTo(State.ASKED);
        lifecycle.begin();

        killer.start();
        killer.start();
        lifecycle.finish(State.ENDED);
        killer.awaitDone();

        assertThat(kills.get()).isPositive();
        assertThat(lifecycle.isKillRequested()).isTrue();
    }

    @Test
    void aCommandThatHasYetToBeginIsKilledWhenItHas() {
        CompletableFuture<Boolean> begunWhenKilled = new CompletableFuture<>();
        CommandKiller early = new CommandKiller(
                lifecycle, GRACE, () -> begunWhenKilled.complete(lifecycle.hasBegun()), disconnected::countDown);
        lifecycle.moveTo(State.ASKED);
        early.start();
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread ->
                        thread.getName().equals("sandboxed-kill") && thread.getState() == Thread.State.TIMED_WAITING));

        lifecycle.begin();

        assertThat(begunWhenKilled.join()).isTrue();
        lifecycle.finish(State.ENDED);
        early.awaitDone();
    }

    @Test
    void aCommandThatNobodyListensToAnyMoreIsKilledWhenItHasHadTheTimeToBegin() {
        lifecycle.moveTo(State.ASKED);
        long began = System.nanoTime();
        killer.start();
        lifecycle.finish(State.LOST);

        killer.awaitDone();

        assertThat(kills).hasValue(1);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(1900));
    }

    @Test
    void aCommandThatDoesNotDieIsListenedToNoLonger() throws InterruptedException {
        lifecycle.moveTo(State.ASKED);
        lifecycle.begin();

        killer.start();

        disconnected.await();
        assertThat(lifecycle.state()).isEqualTo(State.ENDING);
        assertThat(kills.get()).isGreaterThan(1);
    }

    @Test
    void aKillThatHangsDoesNotKeepAnybodyListening() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        CommandKiller hanging = new CommandKiller(
                lifecycle,
                GRACE,
                () -> {
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                disconnected::countDown);
        lifecycle.moveTo(State.ASKED);
        lifecycle.begin();

        hanging.start();
        disconnected.await();
        lifecycle.finish(State.LOST);
        hanging.awaitDone();

        assertThat(lifecycle.state()).isEqualTo(State.LOST);
        never.countDown();
    }
}
