package dev.sandboxed.provision.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionsTests {

    @ParameterizedTest
    @CsvSource({
        "bubblewrap 0.8.0, 0.8.0",
        "git version 2.39.5, 2.39.5",
        "runsc version release-20260525.0, 20260525.0",
        "v1 of 1.2 or 3.4, 1.2"
    })
    void theFirstNumbersWithDotsAreTheVersion(String said, String version) {
        assertThat(Versions.first(said)).contains(version);
    }

    @Test
    void wordsAloneAreNone() {
        assertThat(Versions.first("no version, 7 words in all")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0.8.0, 0.8", "0.10, 0.9", "2.32, 2.32", "3, 2.99", "1.0, 1"})
    void newerOnesWillDo(String version, String wanted) {
        assertThat(Versions.isAtLeast(version, wanted)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"0.7.9, 0.8", "0.9, 0.10", "2, 2.0.1"})
    void olderOnesWillNot(String version, String wanted) {
        assertThat(Versions.isAtLeast(version, wanted)).isFalse();
    }
}
