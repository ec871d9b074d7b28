package dev.sandboxed.benchmarks;

import dev.sandboxed.benchmarks.tools.Line;
import java.time.Duration;
import java.util.Locale;

/**
 * Something that has to come to a good end, however long it takes.
 *
 * @param name what was tried
 * @param remark what else the reader has to know
 * @param taken how long it took
 * @param holds whether it came to a good end
 */
record Completion(String name, String remark, Duration taken, boolean holds) implements Line {

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, "%-28s %9.3f ms   %-78s %s", name, taken.toNanos() / 1e6, remark, holds ? "ok" : "FAILED");
    }
}
