package dev.sandboxed.benchmarks;

import dev.sandboxed.api.error.ProviderUnavailableException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/**
 * Runs the named benchmarks, or all. Exits with 1 when a bound was missed, or when one that was named cannot be measured on
 * this host, and with 2 when there is none of that name.
 */
public final class Main {

    /** Each prints its lines and tells whether all of them hold. */
    private static final Map<String, Callable<Boolean>> BENCHMARKS = new TreeMap<>(Map.of(
            "exec", ExecBenchmark::run,
            "bubblewrap", LadderBenchmarks::bubblewrap,
            "runc", LadderBenchmarks::runc,
            "gvisor", LadderBenchmarks::gvisor,
            "docker", DockerBenchmark::run,
            "claim", ClaimBenchmark::run,
            "suite", SuiteBenchmark::run));

    private Main() {}

    public static void main(String[] names) throws Exception {
        boolean allHold = true;
        for (String name : names.length == 0 ? BENCHMARKS.keySet() : List.of(names)) {
            Callable<Boolean> benchmark = BENCHMARKS.get(name);
            if (benchmark == null) {
                System.err.println("Unknown benchmark '" + name + "'; there are " + BENCHMARKS.keySet());
                System.exit(2);
                return;
            }
            System.out.println(name + ": medians of runs that took turns");
            try {
                allHold &= benchmark.call();
            } catch (ProviderUnavailableException e) {
                System.out.println("  not measured: " + e.getMessage());
                allHold &= names.length == 0;
            }
        }
        System.exit(allHold ? 0 : 1);
    }
}
