package dev.sandboxed.core.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Headroom;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.core.internal.choice.FakeSandbox;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** How many sandboxes there may be, of which kinds, and for how long. */
class PoolBoundsTests extends WithPool {

    @Test
    void asManyAreMadeAheadAsTheLimitSaysAndOneMoreForEachThatIsTaken() {
        List<Expectation> expected = pool.expect(Collections.nCopies(5, SMALL));
        untilReady(3);

        for (int i = 0; i < 5; i++) {
            pool.claim(SMALL, expected.get(i)).close();
            untilReady(Math.min(3, 4 - i));
        }

        assertThat(pool.statistics().hits()).isEqualTo(5);
        assertThat(made).hasSize(5);
    }

    @Test
    void noMoreLiveThanMayAndTheErrorHasTheNumbers() {
        pool = pool(LIMITS.withLive(1).withAhead(0));
        ProviderRequest hasty = ProviderRequest.of(
                SandboxSpec.builder().startupTimeout(Duration.ofMillis(50)).build());
        try (Lease only = pool.claim(SMALL, null)) {
            assertThat(only.missed()).isPresent();
            assertThatExceptionOfType(PoolExhaustedException.class)
                    .isThrownBy(() -> pool.claim(hasty, null))
                    .withMessageContaining("as many live as may, 1")
                    .withMessageContaining("1 in use")
                    .withMessageContaining("sandbox.poolLive");
        }
        pool.claim(SMALL, null).close();
    }

    @Test
    void whoeverWaitsLessThanACreationMayTakeIsToldTheNumbersInTime() {
        pool = pool(LIMITS.withLive(1).withAhead(0));
        try (Lease only = pool.claim(SMALL, null)) {
            assertThat(only.missed()).isPresent();
            assertThatExceptionOfType(PoolExhaustedException.class)
                    .isThrownBy(() -> pool.claim(SMALL, null, Duration.ofMillis(50)))
                    .withMessageContaining("as many live as may, 1");
        }
    }

    @Test
    void whoeverKnowsNoLeasesWasNotToldThatASandboxCouldNotBeRemoved() {
        docker.creates(() -> new ForwardingSandbox(new FakeSandbox()) {
            @Override
            public void close() {
                throw new SandboxTransportException(Fault.of("the engine is gone"));
            }
        });
        Sandbox leased = pool.claim(SMALL, null).sandbox();

        assertThatExceptionOfType(SandboxTransportException.class)
                .isThrownBy(leased::close)
                .withMessageContaining("the engine is gone");
        assertThatExceptionOfType(SandboxTransportException.class).isThrownBy(() -> pool.settle());
    }

    @Test
    void memoryBoundsWhatIsMadeAhead() {
        pool = pool(LIMITS.withMemory(DataSize.ofMebibytes(130)));

        pool.expect(Collections.nCopies(3, SMALL));

        untilReady(2);
    }

    @Test
    void nothingIsMadeAheadWhereTheHostHasTooLittleLeft() {
        docker.hasToSpare(new Headroom(0, DataSize.ofMebibytes(10), DataSize.ofGibibytes(1), 100));
        List<Expectation> expected = pool.expect(List.of(SMALL));
        await().untilAsserted(() -> assertThat(pool.statistics().making()).isZero());

        try (Lease lease = pool.claim(SMALL, expected.get(0))) {
            assertThat(lease.missed()).contains(MissReason.EMPTY);
        }
        assertThat(pool.statistics().created()).isEqualTo(1);
    }

    @Test
    void whatNobodyClaimsIsDestroyedWhenItIsTooOldAlthoughNobodyClaimsAnythingElse() {
        pool = new SandboxPool(chain, LIMITS.withIdle(Duration.ofMillis(20)));
        pool.expect(List.of(SMALL));

        await().untilAsserted(() -> assertThat(pool.statistics().wasted()).isPositive());
        assertThat(made.get(0).isClosed()).isTrue();
    }

    @Test
    void aKindThatWasNotNeededForLongMakesRoom() {
        pool.expect(Collections.nCopies(3, SMALL));
        untilReady(3);
        List<Expectation> large = pool.expect(Collections.nCopies(2, LARGE));
        clock.advance(Duration.ofSeconds(20));

        pool.claim(LARGE, large.get(0)).close();

        await().untilAsserted(() -> assertThat(pool.statistics().wasted()).isEqualTo(1));
        untilReady(3);
        try (Lease lease = pool.claim(LARGE, large.get(1))) {
            assertThat(lease.missed()).isEmpty();
        }
    }

    @Test
    void oneThatWaitedTooLongIsDestroyed() {
        List<Expectation> expected = pool.expect(List.of(SMALL));
        untilReady(1);
        clock.advance(LIMITS.idle().plusSeconds(1));

        try (Lease lease = pool.claim(SMALL, expected.get(0))) {
            assertThat(lease.missed()).contains(MissReason.EXPIRED);
        }
        pool.settle();
        assertThat(made.get(0).isClosed()).isTrue();
    }

    @Test
    void aFailureIsNotTriedAgainAtOnce() {
        Supplier<Sandbox> failing = () -> {
            throw new SandboxStartException(Fault.of("no luck"));
        };
        docker.creates(failing);
        subprocess.isUnavailable("not asked for", "");
        pool.expect(List.of(SMALL, SMALL));
        await().untilAsserted(() -> {
            assertThat(Collections.frequency(docker.calls, "create")).isEqualTo(2);
            assertThat(pool.statistics().making()).isZero();
        });

        pool.expect(List.of(SMALL));
        assertThat(pool.statistics().making()).isZero();

        docker.creates(this::make);
        clock.advance(Duration.ofSeconds(40));
        pool.expect(List.of(SMALL));
        untilReady(3);
    }
}
