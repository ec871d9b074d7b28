package dev.sandboxed.core.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.core.internal.choice.FakeSandbox;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class SandboxPoolTests extends WithPool {

    @Test
    void nothingIsMadeThatNobodyExpects() {
        assertThat(pool.statistics().created()).isZero();

        pool.claim(SMALL, null).close();

        pool.settle();
        assertThat(pool.statistics())
                .hasToString(
                        "0 hits, 0 waits, 1 misses (1 empty), 1 created, 1 destroyed, 0 wasted, 0 ready, 0 being made, 0 in"
                                + " use");
    }

    @Test
    void whatIsExpectedIsReadyAndHasRunACommand() {
        List<Expectation> expected = pool.expect(List.of(SMALL));
        untilReady(1);

        try (Lease lease = pool.claim(SMALL, expected.get(0))) {
            assertThat(lease.missed()).isEmpty();
            assertThat(made).singleElement().satisfies(one -> {
                assertThat(one.id()).isEqualTo(lease.selected().sandbox().id());
                assertThat(one.commands()).isEqualTo(1);
            });
        }
        assertThat(pool.statistics().hits()).isEqualTo(1);
        assertThat(pool.statistics().created()).as("nobody expects another").isEqualTo(1);
    }

    @Test
    void whatIsNeededFirstIsMadeFirst() {
        pool = pool(LIMITS.withMakers(1));
        List<String> order = new ArrayList<>();
        List<Expectation> expected = pool.expect(List.of(SMALL, LARGE, SMALL, LARGE, LARGE));
        untilReady(3);

        try (Lease small = pool.claim(SMALL, expected.get(0));
                Lease large = pool.claim(LARGE, expected.get(1));
                Lease again = pool.claim(SMALL, expected.get(2))) {
            order.add(small.selected().sandbox().id());
            order.add(large.selected().sandbox().id());
            order.add(again.selected().sandbox().id());
        }

        assertThat(order)
                .containsExactlyElementsOf(
                        made.stream().limit(3).map(Sandbox::id).toList());
        assertThat(pool.statistics().hits()).isEqualTo(3);
    }

    @Test
    void aClaimWaitsForOneThatIsBeingMadeAndDoesNotMakeItsOwn() throws Exception {
        Semaphore creations = creationsWait();
        List<Expectation> expected = pool.expect(List.of(SMALL));
        await().until(() -> pool.statistics().making() == 1);

        CompletableFuture<Lease> claim = CompletableFuture.supplyAsync(() -> pool.claim(SMALL, expected.get(0)));
        creations.release();

        try (Lease lease = claim.get()) {
            assertThat(lease.missed()).isEmpty();
        }
        assertThat(made).hasSize(1);
    }

    @Test
    void whoeverWaitsForACreationThatFailsCreatesItsOwn() throws Exception {
        Semaphore creations = new Semaphore(0);
        docker.creates(() -> {
            creations.acquireUninterruptibly();
            docker.creates(this::make);
            throw new SandboxStartException(Fault.of("no luck"));
        });
        subprocess.isUnavailable("not asked for", "");
        List<Expectation> expected = pool.expect(List.of(SMALL));
        await().until(() -> pool.statistics().making() == 1);

        CompletableFuture<Lease> claim = CompletableFuture.supplyAsync(() -> pool.claim(SMALL, expected.get(0)));
        creations.release();

        try (Lease lease = claim.get()) {
            assertThat(lease.missed()).contains(MissReason.EMPTY);
        }
    }

    @Test
    void aUsedOneIsNeverHandedOutAgain() {
        List<Expectation> expected = pool.expect(Collections.nCopies(2, SMALL));
        untilReady(2);

        Lease first = pool.claim(SMALL, expected.get(0));
        first.close();
        first.close();
        try (Lease second = pool.claim(SMALL, expected.get(1))) {
            assertThat(second.selected().sandbox()).isNotSameAs(first.selected().sandbox());
        }
        pool.settle();
        assertThat(pool.statistics().destroyed()).isEqualTo(2);
    }

    @Test
    void whatIsWithdrawnIsDestroyedUnused() {
        List<Expectation> expected = pool.expect(Collections.nCopies(2, SMALL));
        untilReady(2);

        pool.withdraw(List.of(expected.get(1)));

        pool.settle();
        assertThat(pool.statistics().wasted()).isEqualTo(1);
        assertThat(pool.statistics().ready()).isEqualTo(1);
        assertThat(made).filteredOn(FakeSandbox::isClosed).hasSize(1);
    }

    @Test
    void oneThatDiedWhileItWaitedIsNotHandedOut() {
        List<Expectation> expected = pool.expect(List.of(SMALL));
        untilReady(1);
        made.get(0).close();

        try (Lease lease = pool.claim(SMALL, expected.get(0))) {
            assertThat(lease.missed()).contains(MissReason.UNHEALTHY);
            assertThat(lease.selected().sandbox()).isNotSameAs(made.get(0));
        }
    }

    @Test
    void oneOfAProviderThatIsNotChosenAnyMoreIsDestroyed() {
        List<Expectation> expected = pool.expect(List.of(SMALL));
        untilReady(1);
        docker.answers(() -> new ProviderStatus.Unavailable("the engine died", "start it"));
        clock.advance(Duration.ofMinutes(2));

        try (Lease lease = pool.claim(SMALL, expected.get(0))) {
            assertThat(lease.missed()).contains(MissReason.PROVIDER_CHANGED);
            assertThat(lease.selected().selection().provider()).isSameAs(subprocess);
        }
    }

    @Test
    void aProviderThatFailsEveryCreationWastesNoSandboxOfTheNextOne() {
        docker.creates(() -> {
            throw new SandboxStartException(Fault.of("no room"));
        });
        List<Expectation> expected = pool.expect(Collections.nCopies(12, SMALL));

        for (Expectation one : expected) {
            try (Lease lease = pool.claim(SMALL, one)) {
                assertThat(lease.selected().selection().provider()).isSameAs(subprocess);
            }
        }

        assertThat(made).hasSize(12);
        assertThat(pool.statistics().wasted()).isZero();
    }

    @Test
    void whatCannotBeMadeAheadIsCreatedWhenItIsClaimed() {
        ProviderRequest mortal = ProviderRequest.of(
                SandboxSpec.builder().timeToLive(Duration.ofMinutes(1)).build());
        docker.declares(Isolation.CONTAINER, Capability.values());

        List<Expectation> expected = pool.expect(List.of(mortal));

        try (Lease lease = pool.claim(mortal, expected.get(0))) {
            assertThat(lease.missed()).contains(MissReason.NOT_POOLABLE);
        }
        assertThat(made).hasSize(1);
    }

    @Test
    void whoeverIsInterruptedWhileWaitingGetsNothingAndLeavesNothing() throws Exception {
        Semaphore creations = creationsWait();
        List<Expectation> expected = pool.expect(List.of(SMALL));
        await().until(() -> pool.statistics().making() == 1);
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread claiming = new Thread(() -> {
            try {
                pool.claim(SMALL, expected.get(0)).close();
                thrown.complete(new AssertionError("not interrupted"));
            } catch (RuntimeException e) {
                thrown.complete(e);
            }
        });
        claiming.start();
        await().until(() -> claiming.getState() == Thread.State.TIMED_WAITING);

        claiming.interrupt();

        assertThat(thrown.get()).isInstanceOf(SandboxInterruptedException.class);
        creations.release();
        await().untilAsserted(() -> assertThat(pool.statistics().wasted()).isEqualTo(1));
    }

    @Test
    void whatCannotBeDestroyedIsToldToWhoeverWaitsForTheEnd() {
        docker.creates(() -> new ForwardingSandbox(make()) {
            @Override
            public void close() {
                super.close();
                throw new IllegalStateException("the engine did not answer");
            }
        });
        pool.claim(SMALL, null).close();

        assertThatIllegalStateException().isThrownBy(pool::settle).withMessage("the engine did not answer");
        pool.settle();
    }

    /** It was found unwanted by whoever had made it, and was nowhere for a moment, in which closing was done. */
    @RepeatedTest(20)
    void closingWaitsForWhatIsBeingMade() throws Exception {
        Semaphore creations = creationsWait();
        pool.expect(List.of(SMALL));
        await().until(() -> pool.statistics().making() == 1);

        CompletableFuture<Void> closing = CompletableFuture.runAsync(pool::close);
        assertThat(closing).isNotDone();
        creations.release();
        closing.get();

        assertThat(made).singleElement().matches(FakeSandbox::isClosed);
        assertThat(pool.statistics().wasted()).isEqualTo(1);
    }

    @Test
    void whatIsAnnouncedAnewStaysReady() {
        List<Expectation> first = pool.expect(List.of(SMALL, LARGE));
        untilReady(2);

        pool.replace(first, List.of(LARGE, SMALL));

        untilReady(2);
        assertThat(made).hasSize(2);
        assertThat(pool.statistics().wasted()).isZero();
    }

    @Test
    void whatIsNotAnnouncedAnewIsDestroyed() {
        List<Expectation> first = pool.expect(List.of(SMALL, LARGE));
        untilReady(2);

        pool.replace(first, List.of(LARGE));

        untilReady(1);
        await().untilAsserted(() -> assertThat(pool.statistics().destroyed()).isEqualTo(1));
        assertIsReady(LARGE);
    }

    /** With the plans one after the other, one fork of a build would have waited until another was through. */
    @Test
    void whatEverybodyNeedsNextComesBeforeWhatAnybodyNeedsThen() {
        pool = pool(LIMITS.withAhead(2).withMakers(1));

        pool.replace(List.of(), List.of(SMALL, SMALL, SMALL));
        pool.replace(List.of(), List.of(LARGE, LARGE, LARGE));

        untilReady(2);
        assertIsReady(LARGE);
        assertIsReady(SMALL);
    }

    private void assertIsReady(ProviderRequest request) {
        try (Lease lease = pool.claim(request, null)) {
            assertThat(lease.missed()).isEmpty();
        }
    }

    @Test
    void theStatisticsAreReadByPeople() {
        assertThat(new PoolStatistics(3, 1, Map.of(MissReason.EMPTY, 2L, MissReason.EXPIRED, 1L), 7, 6, 1, 0, 0, 1))
                .hasToString(
                        "3 hits, 1 waits, 3 misses (2 empty, 1 expired), 7 created, 6 destroyed, 1 wasted, 0 ready, 0 being"
                                + " made, 1 in use");
    }
}
