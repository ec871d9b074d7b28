package dev.sandboxed.conformance.examination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExpectationsTests {

    @Test
    void aFileNamesClausesAndReasons(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("known"), """
                # what we know of

                EXEC-23   the gateway cuts idle connections
                """);

        assertThat(Expectations.read(file).reason("EXEC-23")).hasValue("the gateway cuts idle connections");
        assertThat(Expectations.read(file).reason("EXEC-1")).isEmpty();
    }

    @Test
    void aReasonIsNeeded() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Expectations.parse("known", List.of("# fine", "EXEC-23")))
                .withMessageContaining("known, line 2")
                .withMessageContaining("'EXEC-23' gives no reason");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Expectations.of(Map.of("EXEC-23", " ")))
                .withMessageContaining("EXEC-23 needs a reason");
    }

    @Test
    void anUnknownClauseIsRefusedWithItsLine() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Expectations.parse("known", List.of("EXEC-230 who knows")))
                .withMessageContaining("known, line 1")
                .withMessageContaining("'EXEC-230'");
    }

    @Test
    void aClauseIsNamedOnce() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Expectations.parse("known", List.of("EXEC-1 a", "EXEC-1 b")))
                .withMessageContaining("line 2")
                .withMessageContaining("second time");
    }

    @Test
    void aMissingFileIsNamed(@TempDir Path folder) {
        Path missing = folder.resolve("missing");

        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> Expectations.read(missing))
                .withMessageContaining(missing.toString());
    }
}
