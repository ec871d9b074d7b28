package dev.sandboxed.guest.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.text.ParseException;
import org.junit.jupiter.api.Test;

class EntryFormatTests {

    private static final String ENTRY = "81a4 0 0 0|/w/a//\n";

    @Test
    void eachLineIsAnEntry() throws ParseException {
        assertThat(EntryFormat.STAT.parse(ENTRY.repeat(3))).hasSize(3);
    }

    @Test
    void aListOfNothingButShortEntriesFilledTheMemory() {
        String list = ENTRY.repeat(1_000_001);

        assertThatExceptionOfType(ParseException.class)
                .isThrownBy(() -> EntryFormat.STAT.parse(list))
                .withMessage("more than 1000000 entries");
    }
}
