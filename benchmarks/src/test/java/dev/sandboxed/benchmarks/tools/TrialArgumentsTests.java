package dev.sandboxed.benchmarks.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrialArgumentsTests {

    private final TrialArguments defaults =
            new TrialArguments(Map.of("rounds", 20L, "seed", 7L), List.of("subprocess", "docker"));

    @Test
    void whatIsNotTypedIsAsItWas() {
        assertThat(defaults.overriddenBy(List.of())).isEqualTo(defaults);
    }

    @Test
    void numbersAndProvidersMayBeMixed() {
        TrialArguments given = defaults.overriddenBy(List.of("runc", "--rounds", "3", "gvisor"));

        assertThat(given.count("rounds")).isEqualTo(3);
        assertThat(given.number("seed")).isEqualTo(7);
        assertThat(given.providers()).containsExactly("runc", "gvisor");
    }

    @Test
    void anUnknownOptionIsNamedWithThoseThereAre() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> defaults.overriddenBy(List.of("--round", "3")))
                .withMessage("Unknown option '--round'; there are [rounds, seed]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--rounds", "--rounds many", "--rounds -1"})
    void anOptionWithoutANumberIsNamedWithWhatItWasGiven(String typed) {
        String given = typed.replaceFirst("--rounds ?", "");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> defaults.overriddenBy(List.of(typed.split(" "))))
                .withMessage("Option '--rounds' needs a number that is not below zero, and was given '" + given + "'");
    }
}
