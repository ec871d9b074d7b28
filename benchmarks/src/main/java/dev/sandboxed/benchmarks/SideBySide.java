package dev.sandboxed.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes turns with two ways to do the same thing, so that whatever else the machine does hits both alike. Who goes first
 * changes with every round: what one leaves to the system, as pages to be written, is no burden to the other alone.
 */
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

        /** Does it and returns how long that took. */
        default Duration timed() throws Exception {
            long start = System.nanoTime();
            run();
            return Duration.ofNanos(System.nanoTime() - start);
        }
    }

    /** Something with stages that are measured one by one; what happens between them is not. */
    @FunctionalInterface
    interface Course {
        /** Goes through it and returns how long each stage took, the same stages each time. */
        List<Duration> run() throws Exception;
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
        return measureStages(() -> List.of(baseline.timed()), () -> List.of(candidate.timed()))
                .get(0);
    }

    /** Returns the medians of each stage, in the order of the stages. */
    List<Medians> measureStages(Course baseline, Course candidate) throws Exception {
        List<List<Duration>> first = new ArrayList<>();
        List<List<Duration>> second = new ArrayList<>();
        for (int round = 0; round < warmUp + rounds; round++) {
            boolean baselineFirst = round % 2 == 0;
            List<Duration> one = (baselineFirst ? baseline : candidate).run();
            List<Duration> other = (baselineFirst ? candidate : baseline).run();
            if (round >= warmUp) {
                first.add(baselineFirst ? one : other);
                second.add(baselineFirst ? other : one);
            }
        }
        List<Medians> medians = new ArrayList<>();
        for (int stage = 0; stage < first.get(0).size(); stage++) {
            medians.add(new Medians(median(first, stage), median(second, stage)));
        }
        return medians;
    }

    private static Duration median(List<List<Duration>> runs, int stage) {
        List<Duration> sorted =
                runs.stream().map(run -> run.get(stage)).sorted().toList();
        return sorted.get(sorted.size() / 2);
    }
}
