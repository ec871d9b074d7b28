package dev.sandboxed.benchmarks;

import java.util.Locale;

/**
 * One line of the report.
 *
 * @param name what was compared
 * @param baseline what it was compared with
 * @param bound the largest ratio that is good enough
 * @param medians what was measured
 */
record Comparison(String name, String baseline, double bound, SideBySide.Medians medians) {

    boolean holds() {
        return medians.ratio() <= bound;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%-28s %9.3f ms   %-34s %9.3f ms   ratio %5.2f   bound %5.2f   %s",
                name,
                medians.candidate().toNanos() / 1e6,
                baseline,
                medians.baseline().toNanos() / 1e6,
                medians.ratio(),
                bound,
                holds() ? "ok" : "MISSED");
    }
}
