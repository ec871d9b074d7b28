package dev.sandboxed.core.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.internal.choice.FakeProvider;
import dev.sandboxed.core.internal.choice.FakeSandbox;
import dev.sandboxed.core.internal.choice.ProviderChain;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

/** Many threads, creations that fail, sandboxes that die while they wait, and plans that change. */
@Timeout(120)
class PoolStressTests {

    private static final int THREADS = 32;
    private static final int CLAIMS = 150;
    private static final int LIVE = 40;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Queue<FakeSandbox> made = new ConcurrentLinkedQueue<>();
    private final Set<String> used = ConcurrentHashMap.newKeySet();
    private final AtomicInteger failed = new AtomicInteger();
    private volatile boolean stormy;
    private final FakeProvider docker =
            new FakeProvider("docker").declares(Isolation.CONTAINER).creates(this::make);
    private final List<ProviderRequest> kinds = IntStream.range(0, 5)
            .mapToObj(kind -> ProviderRequest.of(
                    SandboxSpec.builder().label("kind", "k" + kind).build()))
            .toList();

    private Sandbox make() {
        if (stormy && ThreadLocalRandom.current().nextInt(10) == 0) {
            throw new SandboxStartException(Fault.of("no luck"));
        }
        FakeSandbox one = new FakeSandbox(Isolation.CONTAINER);
        made.add(one);
        return one;
    }

    @RepeatedTest(3)
    void noSandboxIsUsedTwiceNoneIsLeftAndNobodyWaitsForever() throws Exception {
        ProviderRegistry registry =
                ProviderRegistry.of(List.of(docker), name -> ProviderContext.in(Path.of("state", name)));
        PoolLimits limits = PoolLimits.of(4, DataSize.ofGibibytes(8)).withLive(LIVE);
        SandboxPool pool = new SandboxPool(new ProviderChain(registry), limits);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            int claimed = claimInACalm(pool);
            stormy = true;
            CompletionService<Integer> work = new ExecutorCompletionService<>(threads);
            for (int i = 0; i < THREADS; i++) {
                work.submit(() -> claimMany(pool));
            }
            for (int i = 0; i < THREADS; i++) {
                claimed += next(work, pool);
            }
            pool.close();

            PoolStatistics end = pool.statistics();
            assertThat(claimed + failed.get()).isEqualTo(1 + THREADS * CLAIMS);
            assertThat(used).hasSize(claimed);
            assertThat(made).allMatch(FakeSandbox::isClosed).hasSize((int) end.created());
            assertThat(end.destroyed()).isEqualTo(end.created());
            assertThat(end.created()).isEqualTo(claimed + end.wasted());
            assertThat(List.of(end.ready(), end.making(), end.inUse())).containsOnly(0);
            assertThat(end.hits()).as("the pool is of some use: %s", end).isPositive();
        } finally {
            threads.shutdownNow();
        }
    }

    /** In the storm, whoever claims may always be faster than those who make ahead, and who pause after a failure. */
    private int claimInACalm(SandboxPool pool) {
        ProviderRequest request = kinds.get(0);
        Expectation expected = pool.expect(List.of(request)).get(0);
        await().until(() -> pool.statistics().ready() == 1);
        try (Lease lease = pool.claim(request, expected)) {
            used.add(lease.selected().sandbox().id());
        }
        return 1;
    }

    /** Whoever ends first tells first: after a failure the others may wait for what never comes. */
    private static int next(CompletionService<Integer> work, SandboxPool pool) throws Exception {
        Future<Integer> done = work.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(done)
                .as("somebody comes to an end within %s: %s", PATIENCE, pool.statistics())
                .isNotNull();
        return done.get();
    }

    private int claimMany(SandboxPool pool) {
        int claimed = 0;
        ThreadLocalRandom random = ThreadLocalRandom.current();
        List<ProviderRequest> plan =
                random.ints(CLAIMS, 0, kinds.size()).mapToObj(kinds::get).toList();
        List<Expectation> expected = pool.expect(plan);
        for (int i = 0; i < CLAIMS; i++) {
            if (random.nextInt(20) == 0) {
                made.stream()
                        .skip(random.nextInt(1 + made.size() / 2))
                        .findFirst()
                        .ifPresent(this::killUnlessUsed);
            }
            try (Lease lease = pool.claim(plan.get(i), expected.get(i))) {
                String id = lease.selected().sandbox().id();
                assertThat(used.add(id))
                        .as("sandbox %s is handed out for the first time", id)
                        .isTrue();
                assertThat(pool.statistics().inUse()).isLessThanOrEqualTo(LIVE);
                claimed++;
            } catch (SandboxException e) {
                failed.incrementAndGet();
            }
        }
        return claimed;
    }

    private void killUnlessUsed(FakeSandbox one) {
        if (!used.contains(one.id())) {
            one.close();
        }
    }
}
