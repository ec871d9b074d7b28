package dev.sandboxed.core.internal.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTests {

    @Test
    void everyUnitIsRead() {
        assertThat(Durations.parse("500ms")).isEqualTo(Duration.ofMillis(500));
        assertThat(Durations.parse("5s")).isEqualTo(Duration.ofSeconds(5));
        assertThat(Durations.parse("2m")).isEqualTo(Duration.ofMinutes(2));
        assertThat(Durations.parse(" 1 H ")).isEqualTo(Duration.ofHours(1));
        assertThat(Durations.parse("7d")).isEqualTo(Duration.ofDays(7));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "s", "-5s", "1.5s", "5 weeks", "9999999999999s"})
    void anotherFormIsRefusedWithTheTextAndAnExample(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Durations.parse(text))
                .withMessage(
                        "Not a duration: '%s'; write a whole number with a unit, such as 500ms, 5s, 2m or 1h", text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0ms", "1500ms", "90s", "5m", "24h"})
    void whatIsWrittenIsReadBack(String text) {
        assertThat(Durations.write(Durations.parse(text))).isEqualTo(text);
    }
}
