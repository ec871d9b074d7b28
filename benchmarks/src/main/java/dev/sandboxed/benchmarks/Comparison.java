package dev.sandboxed.benchmarks;

import dev.sandboxed.benchmarks.tools.Line;
import java.util.Locale;

/**
 * How long something takes beside another way to do the same.
 *
 * @param name what was compared
 * @param baseline what it was compared with
 * @param bound the largest ratio that is good enough
 * @param medians what was measured
 */
record Comparison(String name, String baseline, double bound, SideBySide.Medians medians) implements Line {

    /** The bound of what is measured only to be known. */
    static final double UNBOUNDED = Double.POSITIVE_INFINITY;

    @Override
    public boolean holds() {
        return medians.ratio() <= bound;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%-28s %9.3f ms   %-34s %9.3f ms   ratio %s   %s",
                name,
                medians.candidate().toNanos() / 1e6,
                baseline,
                medians.baseline().toNanos() / 1e6,
                share(medians.ratio()),
                verdict());
    }

    private String verdict() {
        return bound == UNBOUNDED ? "no bound" : "bound " + share(bound) + "   " + (holds() ? "ok" : "MISSED");
    }

    /** Small ones would all look alike. */
    private static String share(double ratio) {
        return String.format(Locale.ROOT, ratio < 0.1 ? "%6.4f" : "%5.2f", ratio);
    }
}
