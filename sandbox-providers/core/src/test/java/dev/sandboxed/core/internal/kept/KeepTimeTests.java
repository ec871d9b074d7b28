package dev.sandboxed.core.internal.kept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.core.config.ConfigurationException;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Surroundings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeepTimeTests {

    private static Duration read(Map<String, String> properties, Map<String, String> environment) {
        return KeepTime.read(Configuration.read(new Surroundings(properties, environment)));
    }

    @Test
    void itIsHalfAnHourAtADeskAndNothingOnABuildServer() {
        assertThat(read(Map.of(), Map.of())).isEqualTo(Duration.ofMinutes(30));
        assertThat(read(Map.of(), Map.of("CI", "false"))).isEqualTo(Duration.ofMinutes(30));
        assertThat(read(Map.of(), Map.of("CI", "true"))).isZero();
        assertThat(read(Map.of(), Map.of("JENKINS_URL", "http://build.example")))
                .isZero();
    }

    @Test
    void aSettingHoldsEverywhereAndZeroIsNothing() {
        assertThat(read(Map.of("sandbox.keepFor", "2h"), Map.of("CI", "true"))).isEqualTo(Duration.ofHours(2));
        assertThat(read(Map.of("sandbox.keepFor", "0"), Map.of())).isZero();
        assertThat(read(Map.of(), Map.of("SANDBOX_KEEP_FOR", "0s"))).isZero();
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> read(Map.of("sandbox.keepFor", "30"), Map.of()))
                .withMessageContainingAll("sandbox.keepFor", "30", "30");
    }

    @Test
    void aMonthIsTheLongest() {
        assertThat(read(Map.of("sandbox.keepFor", "30d"), Map.of())).isEqualTo(Duration.ofDays(30));
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> read(Map.of("sandbox.keepFor", "999999999999d"), Map.of()))
                .withMessageContainingAll("sandbox.keepFor", "longer than 30d", "999999999999d");
    }

    @Test
    void aStateFolderThatIsNotTheUsualOneIsKnown() {
        assertThat(Configuration.read(new Surroundings(Map.of("java.io.tmpdir", "/tmp"), Map.of()))
                        .hasUsualStateDirectory())
                .isTrue();
        assertThat(Configuration.read(new Surroundings(Map.of("java.io.tmpdir", "/build/tmp"), Map.of()))
                        .hasUsualStateDirectory())
                .isFalse();
        assertThat(Configuration.read(new Surroundings(Map.of("sandbox.stateDir", "/elsewhere"), Map.of()))
                        .hasUsualStateDirectory())
                .isFalse();
    }
}
