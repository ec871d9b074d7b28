package dev.sandboxed.benchmarks.forks;

import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.internal.choice.ProviderChain;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Surroundings;
import dev.sandboxed.core.internal.pool.Expectation;
import dev.sandboxed.core.internal.pool.Lease;
import dev.sandboxed.core.internal.pool.PoolSettings;
import dev.sandboxed.core.internal.pool.SandboxPool;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A JVM of tests: it knows what its tests will claim, and runs one after the other. */
final class ForkOfTests {

    private static final int SPECS = 3;

    private ForkOfTests() {}

    /**
     * Waits for a line, runs the tests, and prints what came of it.
     *
     * @param arguments the provider, how many tests, and for how many milliseconds the command of each runs
     */
    public static void main(String[] arguments) throws IOException {
        Configuration configuration = Configuration.read(Surroundings.ofThisProcess());
        try (ProviderRegistry registry = ProviderRegistry.sharing(
                        configuration, SandboxListener.SILENT, ForkOfTests.class.getClassLoader());
                SandboxPool pool = new SandboxPool(new ProviderChain(registry), PoolSettings.read(configuration))) {
            System.out.println("ready");
            if (System.in.read() < 0) {
                return;
            }
            List<Long> waits = run(pool, arguments[0], Integer.parseInt(arguments[1]), arguments[2]);
            pool.settle();
            Collections.sort(waits);
            System.out.println(new Account(
                    pool.statistics().hits() + pool.statistics().waits(),
                    pool.statistics().created(),
                    Duration.ofNanos(waits.get(waits.size() / 2)),
                    Duration.ofNanos(waits.get(waits.size() - 1))));
        }
    }

    private static List<Long> run(SandboxPool pool, String provider, int tests, String millis) {
        List<ProviderRequest> plan = new ArrayList<>();
        for (int i = 0; i < tests; i++) {
            plan.add(ProviderRequest.of(SandboxSpec.builder()
                            .label("kind", Integer.toString(i * SPECS / tests))
                            .build())
                    .on(provider));
        }
        List<Expectation> expected = pool.expect(plan);
        List<Long> waits = new ArrayList<>();
        for (int i = 0; i < tests; i++) {
            long began = System.nanoTime();
            try (Lease lease = pool.claim(plan.get(i), expected.get(i))) {
                waits.add(System.nanoTime() - began);
                lease.selected()
                        .sandbox()
                        .exec(Command.shell("sleep 0." + "0".repeat(3 - millis.length()) + millis))
                        .orThrow();
            }
        }
        return waits;
    }

    /**
     * What came of the tests of a fork.
     *
     * @param ready how many found their sandbox ready, or nearly so
     * @param created how many sandboxes the JVM has made, or had made
     * @param median how long a test waited for its sandbox
     * @param longest how long one waited at most
     */
    record Account(long ready, long created, Duration median, Duration longest) {

        /** Reads what {@link #toString} wrote. */
        static Account read(String line) {
            String[] words = line.split(" ");
            return new Account(
                    Long.parseLong(words[0]),
                    Long.parseLong(words[1]),
                    Duration.parse(words[2]),
                    Duration.parse(words[3]));
        }

        @Override
        public String toString() {
            return ready + " " + created + " " + median + " " + longest;
        }
    }
}
