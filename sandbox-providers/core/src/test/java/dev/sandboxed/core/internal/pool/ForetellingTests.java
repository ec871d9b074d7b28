package dev.sandboxed.core.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.NoProviderException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.core.internal.choice.ExpectantProvider;
import dev.sandboxed.core.internal.choice.FakeProvider;
import dev.sandboxed.core.internal.choice.FakeSandbox;
import dev.sandboxed.core.internal.choice.ProviderChain;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A pool over a provider whose sandboxes are made ahead elsewhere. */
@Timeout(30)
class ForetellingTests {

    private static final ProviderRequest SMALL = WithPool.SMALL;
    private static final ProviderRequest LARGE = WithPool.LARGE;

    private final List<FakeSandbox> made = new ArrayList<>();
    private final FakeProvider docker =
            new FakeProvider("docker").declares(Isolation.CONTAINER).creates(this::make);
    private final ExpectantProvider elsewhere = new ExpectantProvider(docker);
    private final SandboxPool pool = new SandboxPool(
            new ProviderChain(
                    ProviderRegistry.of(List.of(elsewhere), name -> ProviderContext.in(Path.of("state", name)))),
            WithPool.LIMITS);

    @AfterEach
    void close() {
        pool.close();
    }

    private synchronized FakeSandbox make() {
        FakeSandbox one = new FakeSandbox(Isolation.CONTAINER);
        made.add(one);
        return one;
    }

    private void untilTold(ProviderRequest... next) {
        List<SandboxSpec> specs =
                List.of(next).stream().map(ProviderRequest::spec).toList();
        await().untilAsserted(() -> assertThat(elsewhere.told).last().isEqualTo(specs));
    }

    @Test
    void whatIsMadeAheadElsewhereIsToldInItsOrderAndNotMadeHere() {
        pool.expect(List.of(SMALL, LARGE, SMALL));

        untilTold(SMALL, LARGE, SMALL);
        assertThat(made).isEmpty();
    }

    @Test
    void whatWasClaimedOrTakenBackIsExpectedNoMore() {
        List<Expectation> expected = pool.expect(List.of(SMALL, LARGE, SMALL));
        untilTold(SMALL, LARGE, SMALL);

        pool.claim(SMALL, expected.get(0)).close();
        pool.withdraw(expected.subList(1, 2));
        untilTold(SMALL);

        pool.withdraw(expected.subList(2, 3));
        untilTold();
    }

    /** Whoever made it took it for the one that is yet to come. */
    @Test
    void whatNobodyExpectedIsNotTakenForWhatIsExpected() {
        pool.expect(List.of(SMALL, LARGE));
        untilTold(SMALL, LARGE);
        int before = elsewhere.told.size();

        pool.claim(SMALL, null).close();

        await().untilAsserted(() -> assertThat(elsewhere.told).hasSizeGreaterThan(before));
        untilTold(SMALL, LARGE);
    }

    /** It was told with what was asked for at that moment, and nobody said afterwards that this had been got. */
    @Test
    void whatIsToldWhileSomethingIsAskedForIsToldAgainAtItsEnd() {
        List<Expectation> expected = pool.expect(List.of(SMALL));
        untilTold(SMALL);
        Semaphore creations = new Semaphore(0);
        docker.creates(() -> {
            creations.acquireUninterruptibly();
            return make();
        });
        CompletableFuture<Lease> claim = CompletableFuture.supplyAsync(() -> pool.claim(SMALL, expected.get(0)));
        await().until(creations::hasQueuedThreads);
        pool.expect(List.of(LARGE));
        untilTold(SMALL, LARGE);

        creations.release();

        claim.join().close();
        untilTold(LARGE);
    }

    @Test
    void whatCouldNotBeGotIsExpectedNoMore() {
        List<Expectation> expected = pool.expect(List.of(SMALL, SMALL));
        untilTold(SMALL, SMALL);
        docker.creates(() -> {
            throw new SandboxStartException(Fault.of("It would not"));
        });

        assertThatExceptionOfType(NoProviderException.class).isThrownBy(() -> pool.claim(SMALL, expected.get(0)));

        untilTold(SMALL);
    }

    @Test
    void moreIsToldWhenLittleIsLeft() {
        List<Expectation> expected = pool.expect(Collections.nCopies(60, SMALL));
        untilTold(Collections.nCopies(32, SMALL).toArray(ProviderRequest[]::new));

        for (Expectation one : expected.subList(0, 50)) {
            pool.claim(SMALL, one).close();
        }

        await().untilAsserted(() -> assertThat(elsewhere.told)
                .hasSizeGreaterThan(1)
                .last()
                .satisfies(last -> assertThat(last).hasSizeBetween(10, 43)));
    }

    @Test
    void ofMuchThatIsExpectedOnlyTheNextIsTold() {
        List<ProviderRequest> many = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            many.add(i % 2 == 0 ? SMALL : LARGE);
        }

        pool.expect(many);

        untilTold(many.subList(0, 32).toArray(ProviderRequest[]::new));
    }

    @Test
    void whatNobodyElseMakesAheadIsMadeHere() {
        elsewhere.makesAheadOnly(SMALL.spec()::equals);

        pool.expect(List.of(SMALL, LARGE));

        untilTold(SMALL);
        await().untilAsserted(() -> assertThat(pool.statistics().ready()).isEqualTo(1));
        assertThat(made).hasSize(1);
        assertThat(pool.claim(LARGE, null).missed()).isEmpty();
    }

    @Test
    void whatWasThereBeforeItWasAskedForIsAHit() {
        Lease lease = pool.claim(SMALL, null);

        assertThat(lease.missed()).isEmpty();
        assertThat(pool.statistics().hits()).isEqualTo(1);
        assertThat(pool.statistics().misses()).isEmpty();
    }

    @Test
    void whatWasMadeWhenItWasAskedForIsAMiss() {
        docker.creates(() -> new MadeNow(make()));

        Lease lease = pool.claim(SMALL, null);

        assertThat(lease.missed()).isEqualTo(Optional.of(MissReason.EMPTY));
        assertThat(pool.statistics().hits()).isZero();
    }

    private static final class MadeNow extends ForwardingSandbox {

        private final Instant created = Instant.now();

        MadeNow(Sandbox sandbox) {
            super(sandbox);
        }

        @Override
        public SandboxInfo info() {
            SandboxInfo info = sandbox().info();
            return new SandboxInfo(
                    info.id(),
                    info.runsOn(),
                    info.nativeId(),
                    info.state(),
                    info.owner(),
                    info.labels(),
                    created,
                    info.expiresAt());
        }
    }
}
