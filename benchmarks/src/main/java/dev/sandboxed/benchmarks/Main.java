package dev.sandboxed.benchmarks;

import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.benchmarks.endurance.EnduranceTrial;
import dev.sandboxed.benchmarks.forks.ForksTrial;
import dev.sandboxed.benchmarks.inside.InsideTrial;
import dev.sandboxed.benchmarks.kills.KillsTrial;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/**
 * Runs the named benchmarks, or all, or one trial with its options. Exits with 1 when a bound was missed, or when one that was
 * named cannot be measured on this host, and with 2 when there is none of that name, or no such option.
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
            "network", NetworkBenchmark::run,
            "suite", SuiteBenchmark::run,
            "http", RemoteBenchmarks::http,
            "e2b", RemoteBenchmarks::e2b));

    /** They take many minutes, and so they run only when they are named. */
    private static final Map<String, Trial> TRIALS = new TreeMap<>(Map.of(
            "endurance",
            EnduranceTrial::run,
            "forks",
            ForksTrial::run,
            "inside",
            InsideTrial::run,
            "kills",
            KillsTrial::run,
            "kubernetes",
            KubernetesBenchmark::run,
            "machines",
            MachinesBenchmark::run));

    private Main() {}

    /** Prints its lines and tells whether all of them hold. */
    @FunctionalInterface
    private interface Trial {
        boolean run(List<String> arguments) throws Exception;
    }

    public static void main(String[] names) throws Exception {
        Trial trial = names.length == 0 ? null : TRIALS.get(names[0]);
        System.exit(trial == null ? measure(names) : run(trial, names));
    }

    private static int run(Trial trial, String[] words) throws Exception {
        System.out.println(words[0] + ":");
        try {
            return trial.run(List.of(words).subList(1, words.length)) ? 0 : 1;
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            return 2;
        }
    }

    private static int measure(String[] names) throws Exception {
        boolean allHold = true;
        for (String name : names.length == 0 ? BENCHMARKS.keySet() : List.of(names)) {
            Callable<Boolean> benchmark = BENCHMARKS.get(name);
            if (benchmark == null) {
                System.err.println("Unknown benchmark '" + name + "'; there are " + BENCHMARKS.keySet()
                        + ", and as the only one " + TRIALS.keySet());
                return 2;
            }
            System.out.println(name + ": medians of runs that took turns");
            try {
                allHold &= benchmark.call();
            } catch (ProviderUnavailableException e) {
                System.out.println("  not measured: " + e.getMessage());
                allHold &= names.length == 0;
            }
        }
        return allHold ? 0 : 1;
    }
}
