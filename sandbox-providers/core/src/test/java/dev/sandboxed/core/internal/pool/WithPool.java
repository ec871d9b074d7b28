package dev.sandboxed.core.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.internal.choice.FakeProvider;
import dev.sandboxed.core.internal.choice.FakeSandbox;
import dev.sandboxed.core.internal.choice.ManualClock;
import dev.sandboxed.core.internal.choice.ProviderChain;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import dev.sandboxed.core.internal.health.Checks;
import dev.sandboxed.core.internal.health.Probe;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** A pool over two providers that a test tells what to do, and a clock that stands still. */
@Timeout(30)
abstract class WithPool {

    static final PoolLimits LIMITS = PoolLimits.of(2, DataSize.ofGibibytes(8)).withAhead(3);
    static final ProviderRequest SMALL = request("small");
    static final ProviderRequest LARGE = request("large");

    final ManualClock clock = new ManualClock();
    final FakeProvider docker = new FakeProvider("docker").declares(Isolation.CONTAINER);
    final FakeProvider subprocess = new FakeProvider("subprocess");
    final List<FakeSandbox> made = new CopyOnWriteArrayList<>();
    final ProviderChain chain = new ProviderChain(
            ProviderRegistry.of(List.of(docker, subprocess), name -> ProviderContext.in(Path.of("state", name))),
            new Checks(new Probe(Duration.ofSeconds(20), Duration.ofSeconds(20)), Duration.ofSeconds(30), clock));
    SandboxPool pool = pool(LIMITS);

    WithPool() {
        docker.creates(this::make);
        subprocess.creates(this::make);
    }

    @AfterEach
    void closePool() {
        pool.close();
        assertThat(made).as("whatever a test did, nothing is left").allMatch(FakeSandbox::isClosed);
    }

    /** Lets creations wait, and returns what lets them go on. */
    final Semaphore creationsWait() {
        Semaphore creations = new Semaphore(0);
        docker.creates(() -> {
            creations.acquireUninterruptibly();
            return make();
        });
        return creations;
    }

    final FakeSandbox make() {
        FakeSandbox one = new FakeSandbox(Isolation.CONTAINER);
        made.add(one);
        return one;
    }

    final SandboxPool pool(PoolLimits limits) {
        return new SandboxPool(chain, limits, clock);
    }

    static ProviderRequest request(String label) {
        return ProviderRequest.of(SandboxSpec.builder().label("kind", label).build());
    }

    final void untilReady(int count) {
        await().untilAsserted(() -> assertThat(pool.statistics())
                .extracting(PoolStatistics::ready, PoolStatistics::making)
                .containsExactly(count, 0));
    }
}
