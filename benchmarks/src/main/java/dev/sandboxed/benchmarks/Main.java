package dev.sandboxed.benchmarks;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/** Runs the named benchmarks, or all, and exits with 1 when a bound was missed. */
public final class Main {

    private static final Map<String, Callable<List<Comparison>>> BENCHMARKS =
            new TreeMap<>(Map.of("exec", ExecBenchmark::run));

    private Main() {}

    public static void main(String[] names) throws Exception {
        boolean allHold = true;
        for (String name : names.length == 0 ? BENCHMARKS.keySet() : List.of(names)) {
            Callable<List<Comparison>> benchmark = BENCHMARKS.get(name);
            if (benchmark == null) {
                System.err.println("Unknown benchmark '" + name + "'; there are " + BENCHMARKS.keySet());
                System.exit(2);
                return;
            }
            System.out.println(name + ": medians of runs that took turns");
            for (Comparison comparison : benchmark.call()) {
                System.out.println("  " + comparison);
                allHold &= comparison.holds();
            }
        }
        System.exit(allHold ? 0 : 1);
    }
}
