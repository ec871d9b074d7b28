package dev.sandboxed.api.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DataSizeTests {

    private static final String REMEDY =
            "write a whole or decimal number with an optional unit, such as 512k, 256m or 1.5g";

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "512, 512",
        "512b, 512",
        "64k, 65536",
        "64K, 65536",
        "64kb, 65536",
        "64KiB, 65536",
        "256m, 268435456",
        "256 m, 268435456",
        "1.5g, 1610612736",
        "0.5k, 512",
        "2t, 2199023255552",
        "1p, 1125899906842624",
        "8191p, 9222246136947933184"
    })
    void readsEveryWrittenForm(String text, long bytes) {
        assertThat(DataSize.parse(text)).isEqualTo(DataSize.ofBytes(bytes));
    }

    @Test
    void ignoresSpacesAround() {
        assertThat(DataSize.parse("  64k\n")).isEqualTo(DataSize.ofKibibytes(64));
    }

    @Test
    void roundsPartsOfAByteDown() {
        assertThat(DataSize.parse("0.000976562k")).isEqualTo(DataSize.ZERO);
        assertThat(DataSize.parse("1.999")).isEqualTo(DataSize.ofBytes(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "m", "-1", "-5m", "1,5g", "1.g", ".5g", "12x", "1ib", "1e3", "0x10", "1 2", "1mm", "½g"
            })
    void refusesWhatHasAnotherForm(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataSize.parse(text))
                .withMessage("Not a data size: '" + text + "'; " + REMEDY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"8192p", "999999999999999999p", "9007199254740992k"})
    void refusesWhatNoLongHolds(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataSize.parse(text))
                .withMessage("Data size '" + text + "' is larger than any machine holds; " + REMEDY);
    }

    @Test
    void refusesNegativeBytes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataSize.ofBytes(-1))
                .withMessage("A data size cannot be negative, but was -1 bytes; " + REMEDY);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "1023, 1023",
        "1024, 1k",
        "1025, 1025",
        "1536, 1536",
        "1048576, 1m",
        "1610612736, 1536m",
        "1125899906842624, 1p",
        "1152921504606846976, 1024p"
    })
    void writesTheLargestUnitThatLosesNothing(long bytes, String text) {
        assertThat(DataSize.ofBytes(bytes)).hasToString(text);
        assertThat(DataSize.parse(text).bytes()).isEqualTo(bytes);
    }

    @Test
    void comparesBySize() {
        assertThat(DataSize.ofMebibytes(1)).isGreaterThan(DataSize.ofKibibytes(1023));
        assertThat(DataSize.ofGibibytes(1)).isEqualByComparingTo(DataSize.ofMebibytes(1024));
    }
}
