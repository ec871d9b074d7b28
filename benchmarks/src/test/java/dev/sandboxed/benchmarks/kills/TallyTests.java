package dev.sandboxed.benchmarks.kills;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TallyTests {

    private static Round round(int made, int millis, String... left) {
        return new Round(made, Duration.ofMillis(millis), List.of(left));
    }

    @Test
    void roundsWithoutLeftoversHoldAndShowTheWorst() {
        Tally tally = new Tally("runc", List.of(round(3, 900), round(20, 2_100), round(7, 1_200)), List.of());

        assertThat(tally.holds()).isTrue();
        assertThat(tally.toString())
                .matches("runc +3 kills +30 sandboxes +gone after +1\\.20 s \\(median\\), +2\\.10 s \\(worst\\)"
                        + " +leftovers 0 +others untouched +ok");
    }

    @Test
    void oneLeftoverInOneRoundIsEnoughToMiss() {
        Tally tally = new Tally("runc", List.of(round(3, 900), round(3, 5_000, "process 7")), List.of());

        assertThat(tally.holds()).isFalse();
        assertThat(tally.toString()).contains("leftovers 1").endsWith("MISSED");
    }

    @Test
    void whatHappensToOthersIsEnoughToMiss() {
        Tally tally = new Tally("runc", List.of(round(3, 900)), List.of("round 1: a command ended"));

        assertThat(tally.holds()).isFalse();
        assertThat(tally.toString()).contains("others harmed").endsWith("MISSED");
    }
}
