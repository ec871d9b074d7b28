package dev.sandboxed.benchmarks.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FigureTests {

    @Test
    void asManyMoreAsAreAllowedHold() {
        Figure figure = new Figure("heap", 10_000, 10_500, 500);

        assertThat(figure.holds()).isTrue();
        assertThat(figure.toString()).matches("heap +10,000 +10,500 +\\+500 +500 +ok");
    }

    @Test
    void oneMoreThanIsAllowedIsMissed() {
        Figure figure = new Figure("threads", 7, 8, 0);

        assertThat(figure.holds()).isFalse();
        assertThat(figure.toString()).matches("threads +7 +8 +\\+1 +0 +MISSED");
    }

    @Test
    void fewerThanBeforeHold() {
        assertThat(new Figure("threads", 8, 7, 0).holds()).isTrue();
    }
}
