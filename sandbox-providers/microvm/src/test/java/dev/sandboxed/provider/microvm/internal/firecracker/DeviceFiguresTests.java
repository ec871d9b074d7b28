package dev.sandboxed.provider.microvm.internal.firecracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceFiguresTests {

    /** With those members of a real one's line that are read, and one that is not. */
    private static final String LINE = """
            {"utc_timestamp_ms":1,"block":{"read_bytes":%d,"write_bytes":20,"rate_limiter_throttled_events":3},\
            "net":{"rx_bytes_count":400,"rx_rate_limiter_throttled":5,"tx_bytes_count":600,"tx_rate_limiter_throttled":7}}
            """;

    @TempDir
    Path folder;

    private DeviceFigures figures;

    @BeforeEach
    void begin() throws IOException {
        figures = DeviceFigures.in(folder);
    }

    @AfterEach
    void end() throws IOException {
        figures.close();
    }

    private void write(String text) throws IOException {
        Files.writeString(folder.resolve("metrics"), text, StandardOpenOption.APPEND);
    }

    @Test
    void eachLineAddsToWhatWasToldBefore() throws IOException {
        write(LINE.formatted(1) + LINE.formatted(10));
        assertThat(figures.told())
                .isEqualTo("Firecracker counts: 11 bytes read from drives and 40 written, held back 6 times; 800 bytes"
                        + " received from the network, held back 10 times, and 1200 sent, held back 14 times");

        write(LINE.formatted(100));
        assertThat(figures.told()).contains("111 bytes read", "60 written", "1800 sent");
        assertThat(figures.told()).contains("111 bytes read");
    }

    @Test
    void aLineCountsOnceItIsWhole() throws IOException {
        String line = LINE.formatted(5);
        write(line.substring(0, 40));
        assertThat(figures.told()).contains(" 0 bytes read");

        write(line.substring(40));
        assertThat(figures.told()).contains(" 5 bytes read");
    }

    @Test
    void whatALineDoesNotHaveIsNothing() throws IOException {
        write("{}\n");

        assertThat(figures.told()).contains(" 0 bytes read from drives and 0 written");
    }

    /** A Firecracker that was taken over writes what it likes, where it likes. */
    @Test
    void nothingIsReadButTheFileThatWasMadeForIt() throws IOException {
        Path file = folder.resolve("metrics");
        Files.delete(file);
        Files.createSymbolicLink(file, Files.writeString(folder.resolve("secret"), LINE.formatted(7)));

        assertThat(figures.told()).contains(" 0 bytes read");
    }

    @Test
    void whatIsNoLineOfItsIsAnError() throws IOException {
        write("nonsense\n");

        assertThatThrownBy(() -> figures.told()).isInstanceOf(IOException.class);
    }

    @Test
    void moreThanAnybodyWantsToReadIsNotRead() throws IOException {
        try (RandomAccessFile file =
                new RandomAccessFile(folder.resolve("metrics").toFile(), "rw")) {
            file.setLength(1L << 40);
        }

        assertThatThrownBy(() -> figures.told())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("1099511627776 bytes of figures");
    }

    @Test
    void aFileThatAnEarlierMachineHasLeftIsNotReadOn() throws IOException {
        write(LINE.formatted(7));

        try (DeviceFigures again = DeviceFigures.in(folder)) {
            assertThat(again.told()).contains(" 0 bytes read");
        }
    }
}
