package dev.sandboxed.conformance.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.sandboxed.api.capability.Isolation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CertificateSchemaTests {

    private static final String TEXT = text();
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(TEXT, InputFormat.JSON);
    private static final String PASSED = CertificateJson.write(Certificates.certified());

    static Stream<Certificate> everyKindOfCertificate() {
        return Stream.of(
                Certificates.certified(),
                Certificates.with("EXEC-4", Outcome.FAILED, "exit code was 1"),
                Certificates.with("EXEC-4", Outcome.EXPECTED_FAILURE, "not yet"),
                Certificates.with("EXEC-4", Outcome.UNTESTED, "left out"),
                Certificates.with("SNAP-1", Outcome.NOT_CLAIMED, "not declared"),
                Certificates.leaving("a process", "a folder"));
    }

    @ParameterizedTest
    @MethodSource("everyKindOfCertificate")
    void whatIsWrittenKeepsToTheSchema(Certificate certificate) {
        assertThat(faults(CertificateJson.write(certificate))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            delimiter = ';',
            value = {
                "\"contract\" :; \"treaty\" :",
                "\"digest\" : \"sha256:; \"digest\" : \"md5:",
                "\"arch\" : \"amd64\",; ~~",
                "\"cpus\" : 2; \"cpus\" : \"two\"",
                "\"isolation\" : \"userspace-kernel\"; \"isolation\" : \"strong\"",
                "\"STREAMING\"; \"SNAPSHOT\"",
                "\"id\" : \"LIFE-1\"; \"id\" : \"life 1\"",
                "\"level\" : \"MUST\"; \"level\" : \"MAY\"",
                "\"outcome\" : \"passed\"; \"outcome\" : \"fine\"",
                "\"outcome\" : \"passed\"; \"outcome\" : \"failed\"",
                "\"millis\" : 3; \"millis\" : -3",
                "\"p95Millis\"; \"p99Millis\"",
                "\"leftovers\" : [ ]; \"leftovers\" : [ \"a process\" ]",
                "\"verdict\" : \"certified\"; \"verdict\" : \"not-certified\"",
                "2026-11-14T10:15:30.250Z; yesterday",
                "\"seconds\" : 61.5; \"seconds\" : 61.5, \"minutes\" : 1",
            })
    void aBrokenCertificateIsRefused(String right, String wrong) {
        assertThat(PASSED).contains(right);

        assertThat(faults(PASSED.replace(right, wrong))).isNotEmpty();
    }

    @Test
    void theSchemaKnowsEveryOutcomeAndEveryLevelOfIsolation() {
        assertThat(TEXT)
                .contains(list(Arrays.stream(Outcome.values()).map(Outcome::written)))
                .contains(list(Arrays.stream(Isolation.values()).map(Isolation::written)));
    }

    private static String list(Stream<String> words) {
        return words.map(word -> '"' + word + '"').collect(Collectors.joining(", ", "[", "]"));
    }

    private static List<Error> faults(String json) {
        return SCHEMA.validate(json, InputFormat.JSON);
    }

    private static String text() {
        try (InputStream schema =
                CertificateJson.class.getResourceAsStream("/META-INF/sandboxed/certificate.schema.json")) {
            return new String(schema.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
