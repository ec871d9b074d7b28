package dev.sandboxed.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.benchmarks.SideBySide.Medians;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class SideBySideTests {

    @Test
    void bothSidesTakeTurnsAndTheFirstTurnTooFromTheWarmUpOn() throws Exception {
        List<String> turns = new ArrayList<>();

        new SideBySide(1, 2).measure(() -> turns.add("baseline"), () -> turns.add("candidate"));

        assertThat(turns).containsExactly("baseline", "candidate", "candidate", "baseline", "baseline", "candidate");
    }

    @Test
    void theWarmUpDoesNotCount() throws Exception {
        Iterator<Integer> millis = List.of(900, 900, 3, 1, 2).iterator();

        List<Medians> medians = new SideBySide(2, 3).measureStages(() -> millis(10), () -> millis(millis.next()));

        assertThat(medians).containsExactly(new Medians(Duration.ofMillis(10), Duration.ofMillis(2)));
    }

    @Test
    void everyStageHasMediansOfItsOwn() throws Exception {
        Iterator<List<Duration>> candidate =
                List.of(millis(1, 60), millis(2, 50), millis(3, 40)).iterator();

        List<Medians> medians = new SideBySide(0, 3).measureStages(() -> millis(4, 100), candidate::next);

        assertThat(medians).extracting(Medians::ratio).containsExactly(0.5, 0.5);
    }

    @Test
    void workIsTimedFromItsBeginningToItsEnd() throws Exception {
        Duration least = Duration.ofMillis(3);

        Medians medians = new SideBySide(0, 1).measure(() -> {}, () -> spin(least));

        assertThat(medians.candidate()).isGreaterThanOrEqualTo(least);
        assertThat(medians.baseline()).isLessThan(medians.candidate());
    }

    private static void spin(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private static List<Duration> millis(int... stages) {
        List<Duration> durations = new ArrayList<>();
        for (int stage : stages) {
            durations.add(Duration.ofMillis(stage));
        }
        return durations;
    }
}
