package dev.sandboxed.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.certificate.Certificates;
import dev.sandboxed.conformance.certificate.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFilesTests {

    @TempDir
    private Path scratch;

    @Test
    void allFilesAreWrittenIntoADirectoryThatIsMade() {
        Path directory = scratch.resolve("some/where");
        Certificate certificate = Certificates.certified();

        ReportFiles.write(certificate, directory);

        assertThat(directory.resolve("certificate.json")).hasContent(certificate.json());
        assertThat(directory.resolve("report.html")).hasContent(HtmlReport.of(certificate));
        assertThat(directory.resolve("badge.svg")).hasContent(Badge.of(certificate));
    }

    @Test
    void whatIsThereIsReplaced() throws IOException {
        Files.writeString(scratch.resolve("certificate.json"), "x".repeat(1_000_000));

        ReportFiles.write(Certificates.certified(), scratch);

        assertThat(written().get("verdict").asText()).isEqualTo("certified");
    }

    @Test
    void aReasonWithHalfACharacterIsWrittenAllTheSame() throws IOException {
        ReportFiles.write(Certificates.with("EXEC-4", Outcome.FAILED, "é\uD83D"), scratch);

        assertThat(written().get("clauses"))
                .filteredOn(clause -> clause.get("id").asText().equals("EXEC-4"))
                .singleElement()
                .satisfies(clause -> assertThat(clause.get("reason").asText()).isEqualTo("é?"));
    }

    private JsonNode written() throws IOException {
        return new ObjectMapper().readTree(scratch.resolve("certificate.json").toFile());
    }

    @Test
    void aFileInPlaceOfTheDirectoryIsNamed() throws IOException {
        Path file = Files.createFile(scratch.resolve("file"));

        assertThatThrownBy(() -> ReportFiles.write(Certificates.certified(), file))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("Cannot write the report into '" + file + "'")
                .hasMessageEndingWith("; name a directory that can be made or written");
    }
}
