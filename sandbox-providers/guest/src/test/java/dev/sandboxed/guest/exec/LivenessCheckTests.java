package dev.sandboxed.guest.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LivenessCheckTests {

    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicBoolean alive = new AtomicBoolean(true);
    private final AtomicBoolean toldAsGone = new AtomicBoolean();
    private final CommandLifecycle lifecycle = new CommandLifecycle();
    private final LivenessCheck check = new LivenessCheck(
            lifecycle,
            () -> {
                looks.incrementAndGet();
                return alive.get();
            },
            () -> toldAsGone.set(true));

    @Test
    void guestThatIsGoneWithoutItsStreamsHavingEndedIsNoticed() {
        alive.set(false);
        check.start();
        await().untilTrue(toldAsGone);
        assertThat(looks).hasValue(1);
    }

    @Test
    void guestThatIsThereIsLookedAfterAgain() {
        check.start();
        await().until(() -> looks.get() == 1);
        alive.set(false);
        assertThat(toldAsGone).isFalse();
        await().atMost(Duration.ofSeconds(30)).untilTrue(toldAsGone);
    }

    @Test
    void aLookThatFailsIsNotTheLastOne() {
        AtomicInteger tries = new AtomicInteger();
        LivenessCheck unlucky = new LivenessCheck(
                lifecycle,
                () -> {
                    if (tries.incrementAndGet() == 1) {
                        throw new IllegalStateException("the engine does not answer");
                    }
                    return false;
                },
                () -> toldAsGone.set(true));
        unlucky.start();
        await().atMost(Duration.ofSeconds(30)).untilTrue(toldAsGone);
        assertThat(tries).hasValue(2);
    }

    @Test
    void nobodyLooksAfterTheEnd() {
        check.start();
        lifecycle.finish(CommandLifecycle.State.LOST);
        check.start();
        await().during(Duration.ofMillis(1500)).until(() -> looks.get() == 0);
    }
}
