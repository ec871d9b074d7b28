package dev.sandboxed.api.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.api.error.SandboxStartException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SpiValuesTests {

    @Test
    void givesIdsThatFitEverywhere() {
        assertThat(SandboxIds.next("probe")).matches("probe-[0-9a-f]{16}").isNotEqualTo(SandboxIds.next("probe"));
    }

    @Test
    void countsDownToADeadline() {
        Deadline far = Deadline.in(Duration.ofHours(1));

        assertThat(far.hasPassed()).isFalse();
        assertThat(far.remaining()).isBetween(Duration.ofMinutes(59), Duration.ofHours(1));
        assertThat(Deadline.in(Duration.ZERO).hasPassed()).isTrue();
        assertThat(Deadline.in(Duration.ZERO).remaining()).isZero();
        assertThatExceptionOfType(SandboxStartException.class)
                .isThrownBy(() -> Deadline.in(Duration.ZERO).check("boot"))
                .withMessageContaining("the time ran out at: boot");
    }
}
