package dev.sandboxed.cli.internal.microvmctl;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class IdlenessTests {

    private final AtomicLong clock = new AtomicLong(-5);
    private final Idleness idleness = new Idleness(Duration.ofNanos(30), clock::get);

    @Test
    void itIsOverWhenNothingWasNeededForLonger() {
        assertThat(idleness.isOver(false)).isFalse();
        clock.addAndGet(30);
        assertThat(idleness.isOver(false)).isFalse();
        clock.addAndGet(1);
        assertThat(idleness.isOver(false)).isTrue();
    }

    @Test
    void itBeginsAgainWhenSomethingWasNeeded() {
        assertThat(idleness.isOver(false)).isFalse();
        clock.addAndGet(31);
        assertThat(idleness.isOver(true)).isFalse();
        clock.addAndGet(31);
        assertThat(idleness.isOver(false)).isFalse();
        clock.addAndGet(31);
        assertThat(idleness.isOver(false)).isTrue();
    }

    @Test
    void whatIsNeededAllTheTimeIsNeverOver() {
        for (int i = 0; i < 5; i++) {
            assertThat(idleness.isOver(true)).isFalse();
            clock.addAndGet(1000);
        }
    }
}
