package dev.sandboxed.gradle.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.core.config.Deployment;
import dev.sandboxed.core.config.Prefer;
import dev.sandboxed.core.internal.config.ConfigKey;
import dev.sandboxed.gradle.internal.Choice;
import dev.sandboxed.junit.Keep;
import dev.sandboxed.junit.OnUnavailable;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The plugin uses no module of ours; what it knows of their settings is held against them here. */
class ChoiceTests {

    static Stream<Arguments> choices() {
        return Stream.of(
                Arguments.of(Choice.ISOLATION, ConfigKey.ISOLATION, Isolation.values()),
                Arguments.of(Choice.PREFER, ConfigKey.PREFER, Prefer.values()),
                Arguments.of(Choice.MODE, ConfigKey.DEPLOYMENT, Deployment.values()),
                Arguments.of(Choice.ON_UNAVAILABLE, ConfigKey.ON_UNAVAILABLE, OnUnavailable.values()),
                Arguments.of(Choice.KEEP, ConfigKey.KEEP, Keep.values()));
    }

    @ParameterizedTest
    @MethodSource("choices")
    void theValuesAreThoseOfTheSetting(Choice choice, ConfigKey key, Enum<?>[] values) {
        assertThat(choice.key()).isEqualTo(key.key());
        assertThat(choice.possible())
                .containsExactlyElementsOf(Arrays.stream(values)
                        .map(value -> value.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                        .toList());
    }
}
