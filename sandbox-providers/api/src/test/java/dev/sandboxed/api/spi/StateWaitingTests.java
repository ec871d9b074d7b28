package dev.sandboxed.api.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.spec.SandboxSpec;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StateWaitingTests {

    private static final Duration LONG = Duration.ofSeconds(20);

    private final EventLog log = new EventLog();
    private final ProbeProvider provider = new ProbeProvider(log);

    @AfterEach
    void closeTheProvider() {
        provider.close();
    }

    @Test
    void endsAtOnceInTheStateThatIsWanted() {
        Sandbox sandbox = provider.create(SandboxSpec.defaults());

        assertThat(sandbox.waitFor(SandboxState.RUNNING, Duration.ZERO)).isTrue();
        sandbox.stop();
        assertThat(sandbox.waitFor(SandboxState.STOPPED, Duration.ZERO)).isTrue();
    }

    @Test
    void endsWithoutTheStateWhenTheTimeIsUp() {
        Sandbox sandbox = provider.create(SandboxSpec.defaults());

        assertThat(sandbox.waitFor(SandboxState.STOPPED, Duration.ofMillis(1))).isFalse();
        assertThat(sandbox.waitFor(SandboxState.DESTROYED, Duration.ZERO)).isFalse();
    }

    @Test
    void endsWhenAnotherThreadChangesTheState() throws Exception {
        Sandbox sandbox = provider.create(SandboxSpec.defaults());
        CompletableFuture<Boolean> waiting =
                CompletableFuture.supplyAsync(() -> sandbox.waitFor(SandboxState.STOPPED, Duration.ofDays(400_000)));
        sandbox.stop();

        assertThat(waiting.get(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void takesNothingForDestroyedThatIsStillBeingDestroyed() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch letEnd = new CountDownLatch(1);
        provider.release = () -> {
            begun.countDown();
            try {
                assertThat(letEnd.await(20, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
        Sandbox sandbox = provider.create(SandboxSpec.defaults());
        CompletableFuture<Void> closing = CompletableFuture.runAsync(sandbox::close);
        assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();

        assertThat(sandbox.waitFor(SandboxState.DESTROYED, Duration.ofMillis(1)))
                .isFalse();
        letEnd.countDown();
        assertThat(sandbox.waitFor(SandboxState.DESTROYED, LONG)).isTrue();
        closing.get(20, TimeUnit.SECONDS);
    }

    @Test
    void failsForASandboxThatIsGoneOrGoes() throws Exception {
        Sandbox sandbox = provider.create(SandboxSpec.defaults());
        CompletableFuture<Throwable> waiting = CompletableFuture.supplyAsync(
                        () -> sandbox.waitFor(SandboxState.STOPPED, LONG))
                .handle((reached, failure) -> failure.getCause());
        sandbox.close();

        assertThat(waiting.get(20, TimeUnit.SECONDS)).isInstanceOf(SandboxDestroyedException.class);
        assertThatExceptionOfType(SandboxDestroyedException.class)
                .isThrownBy(() -> sandbox.waitFor(SandboxState.RUNNING, LONG))
                .withMessageContaining("it was closed");
    }

    @Test
    void canBeInterrupted() {
        Sandbox sandbox = provider.create(SandboxSpec.defaults());
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(SandboxInterruptedException.class)
                .isThrownBy(() -> sandbox.waitFor(SandboxState.DESTROYED, LONG));
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void tellsListenersOfStoppingAndGoingOn() {
        Sandbox sandbox = provider.create(SandboxSpec.defaults());
        sandbox.stop();
        sandbox.resume();

        assertThat(log.kinds()).containsExactly("Creating", "Ready", "Stopped", "Resumed");
    }
}
