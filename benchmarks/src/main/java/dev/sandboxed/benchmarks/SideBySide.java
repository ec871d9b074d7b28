package dev.sandboxed.benchmarks;

import java.time.Duration;
import java.util.Arrays;

/** Takes turns with two ways to do the same thing, so that whatever else the machine does hits both alike. */
final class SideBySide {

    private final int warmUp;
    private final int rounds;

    SideBySide(int warmUp, int rounds) {
        this.warmUp = warmUp;
        this.rounds = rounds;
    }

    /** Something to be measured. */
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }

    /**
     * The medians of both.
     *
     * @param baseline median of the one that is the measure
     * @param candidate median of the one that is measured
     */
    record Medians(Duration baseline, Duration candidate) {
        double ratio() {
            return (double) candidate.toNanos() / baseline.toNanos();
        }
    }

    Medians measure(Work baseline, Work candidate) throws Exception {
        long[] first = new long[rounds];
        long[] second = new long[rounds];
        for (int round = -warmUp; round < rounds; round++) {
            long a = time(baseline);
            long b = time(candidate);
            if (round >= 0) {
                first[round] = a;
                second[round] = b;
            }
        }
        return new Medians(median(first), median(second));
    }

    private static long time(Work work) throws Exception {
        long start = System.nanoTime();
        work.run();
        return System.nanoTime() - start;
    }

    private static Duration median(long[] nanos) {
        Arrays.sort(nanos);
        return Duration.ofNanos(nanos[nanos.length / 2]);
    }
}
