package dev.sandboxed.benchmarks.endurance;

import dev.sandboxed.benchmarks.tools.Line;
import java.util.Locale;

/**
 * One thing that was counted before and after.
 *
 * @param name what was counted
 * @param before how many there were
 * @param after how many there are
 * @param allowance how many more there may be
 */
record Figure(String name, long before, long after, long allowance) implements Line {

    static final String HEADER =
            String.format(Locale.ROOT, "  %-36s %12s %12s %12s %12s", "", "before", "after", "more", "allowed");

    @Override
    public boolean holds() {
        return after - before <= allowance;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%-36s %,12d %,12d %,+12d %,12d   %s",
                name,
                before,
                after,
                after - before,
                allowance,
                holds() ? "ok" : "MISSED");
    }
}
