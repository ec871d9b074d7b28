package dev.sandboxed.benchmarks.forks;

import dev.sandboxed.benchmarks.tools.Line;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * How forks went through their tests.
 *
 * @param what what they were
 * @param wall from the first test to the end of the last
 * @param made how many sandboxes were made by all
 * @param peak how many there were at once at most
 * @param forks what each of them tells
 */
record Course(String what, Duration wall, long made, int peak, List<ForkOfTests.Account> forks) implements Line {

    private static final double MILLIS = 1e6;

    long ready() {
        return forks.stream().mapToLong(ForkOfTests.Account::ready).sum();
    }

    @Override
    public boolean holds() {
        return true;
    }

    @Override
    public String toString() {
        double median = forks.stream()
                .mapToLong(fork -> fork.median().toNanos())
                .sorted()
                .skip(forks.size() / 2)
                .findFirst()
                .orElse(0);
        double longest =
                forks.stream().mapToLong(fork -> fork.longest().toNanos()).max().orElse(0);
        return String.format(
                Locale.ROOT,
                "%-28s wall %6.2f s, made %4d, at once at most %3d, ready %4d, claim median %6.1f ms, longest %7.1f ms",
                what,
                wall.toNanos() / MILLIS / 1000,
                made,
                peak,
                ready(),
                median / MILLIS,
                longest / MILLIS);
    }
}
