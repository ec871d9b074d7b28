package dev.sandboxed.benchmarks;

import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.benchmarks.tools.Report;
import dev.sandboxed.benchmarks.tools.Scratch;
import dev.sandboxed.core.internal.choice.ProviderChain;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import dev.sandboxed.core.internal.config.ConfigSource;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Surroundings;
import dev.sandboxed.core.internal.pool.Expectation;
import dev.sandboxed.core.internal.pool.Lease;
import dev.sandboxed.core.internal.pool.PoolLimits;
import dev.sandboxed.core.internal.pool.SandboxPool;
import dev.sandboxed.provider.docker.internal.DockerProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** What the claim of a sandbox that is ready costs beside the creation of one. */
final class ClaimBenchmark {

    private static final double LARGEST_SHARE = 0.01;
    private static final Duration LONGEST = Duration.ofNanos(300_000);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(1);

    private ClaimBenchmark() {}

    static boolean run() throws Exception {
        Report report = new Report(System.out);
        try (Scratch scratch = new Scratch()) {
            measure("bubblewrap", new SideBySide(30, 60), scratch.resolve("bubblewrap"), LONGEST, report);
            measure(DockerProvider.NAME, new SideBySide(10, 20), scratch.resolve("docker"), LONGEST, report);
        }
        return report.allHold();
    }

    /** Compares on one provider; a claim may take as long as is said, and a hundredth of a creation. */
    static void measure(String provider, SideBySide turns, Path state, Duration longest, Report report)
            throws Exception {
        Configuration configuration = Configuration.read(
                Surroundings.ofThisProcess(),
                ConfigSource.of("benchmark", Map.of("sandbox.stateDir", state.toString())));
        ProviderRequest request = ProviderRequest.of(SandboxSpec.defaults()).on(provider);
        try (ProviderRegistry registry = ProviderRegistry.discover(
                        configuration, SandboxListener.SILENT, ClaimBenchmark.class.getClassLoader());
                SandboxPool pool =
                        new SandboxPool(new ProviderChain(registry), PoolLimits.of(1, DataSize.ofGibibytes(8)))) {
            SideBySide.Medians medians = turns.measureStages(
                            () -> List.of(claim(pool, request, null)), () -> List.of(claimReady(pool, request)))
                    .get(0);
            double bound = Math.min(
                    LARGEST_SHARE,
                    (double) longest.toNanos() / medians.baseline().toNanos());
            report.add(new Comparison("claim on " + provider, "create", bound, medians));
        }
    }

    private static Duration claimReady(SandboxPool pool, ProviderRequest request) {
        Expectation expected = pool.expect(List.of(request)).get(0);
        while (pool.statistics().ready() == 0) {
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
        return claim(pool, request, expected);
    }

    private static Duration claim(SandboxPool pool, ProviderRequest request, @Nullable Expectation expected) {
        long began = System.nanoTime();
        Lease lease = pool.claim(request, expected);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        lease.close();
        pool.settle();
        return took;
    }
}
