package dev.sandboxed.provider.remote.internal.e2b.envd;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DaemonVersionTests {

    @ParameterizedTest
    @CsvSource({
        "0.3.9, false, false",
        "0.5.1, false, false",
        "0.5.2, true, false",
        "0.5.6, true, false",
        "v0.5.7, true, true",
        "0.6.13-rc1, true, true",
        "1.0, true, true",
        "0, true, true",
        "unknown, true, true"
    })
    void whatADaemonCanDoDependsOnItsVersionWhereItTellsOne(String text, boolean endsInput, boolean takesBareFiles) {
        DaemonVersion version = new DaemonVersion(text);

        assertThat(version.endsInput()).isEqualTo(endsInput);
        assertThat(version.takesBareFiles()).isEqualTo(takesBareFiles);
    }
}
