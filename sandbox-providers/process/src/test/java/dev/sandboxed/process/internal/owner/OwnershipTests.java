package dev.sandboxed.process.internal.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.Owner;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OwnershipTests {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration BOUND = Duration.ofHours(24);
    private static final ProcessWorld HERE = new ProcessWorld("", "ci", "boot-1", "pid:[4026532301]");
    private static final ProcessWorld ELSEWHERE = new ProcessWorld("", "ci", "boot-2", "pid:[4026532301]");
    private static final Owner ALIVE = Owner.current();
    private static final Owner DEAD = new Owner(ALIVE.pid(), "boot-1/1");

    private static boolean isOrphaned(ProcessWorld world, Owner owner, Duration age, @Nullable Duration left) {
        Ownership ownership = new Ownership(world, owner, NOW.minus(age), left == null ? null : NOW.plus(left));
        return ownership.isOrphaned(HERE, NOW, BOUND);
    }

    @Test
    void whatTheDeadLeftIsOrphanedAtOnce() {
        assertThat(isOrphaned(HERE, DEAD, Duration.ZERO, Duration.ofHours(1))).isTrue();
    }

    /** A step of the clock makes everything old. */
    @Test
    void whatTheLivingHaveIsNeverOrphanedWhateverTheClockSays() {
        assertThat(isOrphaned(HERE, ALIVE, Duration.ofDays(400), Duration.ofDays(-399)))
                .isFalse();
    }

    @Test
    void whatACiContainerLeftIsOrphanedWhenItIsOldEnough() {
        assertThat(isOrphaned(ELSEWHERE, DEAD, Duration.ofHours(23), null)).isFalse();
        assertThat(isOrphaned(ELSEWHERE, DEAD, Duration.ofHours(25), null)).isTrue();
    }

    @Test
    void aTimeToLiveCountsInsteadOfTheAge() {
        assertThat(isOrphaned(ELSEWHERE, DEAD, Duration.ofMinutes(5), Duration.ofMinutes(-2)))
                .isTrue();
        assertThat(isOrphaned(ELSEWHERE, DEAD, Duration.ofMinutes(5), Duration.ofSeconds(-30)))
                .isFalse();
        assertThat(isOrphaned(ELSEWHERE, DEAD, Duration.ofDays(3), Duration.ofDays(1)))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({"90m, 1.5", "24h, 24", "7d, 168", " 2H , 2"})
    void theAgeIsASetting(String written, double hours) {
        assertThat(Ownership.bound(Map.of(Ownership.SETTING, written)))
                .isEqualTo(Duration.ofMinutes((long) (hours * 60)));
    }

    @Test
    void theAgeIsADayUnlessItIsSet() {
        assertThat(Ownership.bound(Map.of())).isEqualTo(Duration.ofHours(24));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0h", "-1h", "24", "soon"})
    void anAgeThatIsNoneIsRefused(String written) {
        assertThatThrownBy(() -> Ownership.bound(Map.of(Ownership.SETTING, written)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + written + "'")
                .hasMessageContaining("reapAfter");
    }
}
