package dev.sandboxed.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.limit.DataSize;
import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class E2bSettingsTests {

    @ParameterizedTest
    @MethodSource("wrongSettings")
    void whatCanNeverBeRightIsRefused(UnaryOperator<E2bSettings> change, String message) {
        assertThatThrownBy(() -> change.apply(E2bSettings.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    static Stream<Arguments> wrongSettings() {
        return Stream.of(
                wrong(settings -> settings.withPorts(-1, 0), "API port must be between 0 and 65535, but was -1"),
                wrong(
                        settings -> settings.withPorts(0, 65536),
                        "sandbox port must be between 0 and 65535, but was 65536"),
                wrong(settings -> settings.withEnvdVersion("new"), "three numbers, but was 'new'"),
                wrong(settings -> settings.withMostSandboxes(0), "the most was 0"),
                wrong(settings -> settings.withLongestLifetime(Duration.ZERO), "but was PT0S"),
                wrong(settings -> settings.withLargestFile(DataSize.ZERO), "but may have 0"));
    }

    private static Arguments wrong(UnaryOperator<E2bSettings> change, String message) {
        return Arguments.of(change, message);
    }

    @Test
    void aKeyIsNeverShown() {
        assertThatThrownBy(() -> E2bSettings.DEFAULT.withApiKey("my-secret"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("my-secret");
        assertThat(E2bSettings.DEFAULT.withApiKey("e2b_5ec7e7").toString()).doesNotContain("5ec7e7");
    }
}
