package dev.sandboxed.benchmarks;

import dev.sandboxed.benchmarks.tools.Line;
import java.time.Duration;
import java.util.Locale;

/**
 * How much longer something takes than another way to do the same.
 *
 * @param name what was compared
 * @param baseline what it was compared with
 * @param most how much longer it may take
 * @param medians what was measured
 */
record Surcharge(String name, String baseline, Duration most, SideBySide.Medians medians) implements Line {

    private Duration more() {
        return medians.candidate().minus(medians.baseline());
    }

    @Override
    public boolean holds() {
        return more().compareTo(most) <= 0;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%-28s %9.3f ms   %-34s %9.3f ms   %+.3f ms   bound %+.3f ms   %s",
                name,
                medians.candidate().toNanos() / 1e6,
                baseline,
                medians.baseline().toNanos() / 1e6,
                more().toNanos() / 1e6,
                most.toNanos() / 1e6,
                holds() ? "ok" : "MISSED");
    }
}
