package dev.sandboxed.conformance.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sandboxed.conformance.contract.Contract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CertificateJsonTests {

    private static final String PASSED = CertificateJson.write(Certificates.certified());

    @Test
    void everyPartIsWrittenInItsUnit() throws JsonProcessingException {
        JsonNode json = tree(Certificates.certified());

        assertThat(json.at("/contract").asText()).isEqualTo(Contract.current().version());
        assertThat(json.at("/kit/patience").asDouble()).isEqualTo(1);
        assertThat(json.at("/kit/digest").asText()).isEqualTo(Contract.current().digest());
        assertThat(json.at("/provider").toString())
                .isEqualTo("{\"name\":\"pretend\",\"version\":\"2.1\",\"runtime\":\"runtime 7\"}");
        assertThat(json.at("/host/memory").asLong()).isEqualTo(8L << 30);
        assertThat(json.at("/isolation").asText()).isEqualTo("userspace-kernel");
        assertThat(json.at("/capabilities").toString()).isEqualTo("[\"CONNECT\",\"SNAPSHOT\",\"STREAMING\"]");
        assertThat(json.at("/timings/cold").toString())
                .isEqualTo("{\"p50Millis\":12.345,\"p95Millis\":20.0,\"samples\":20}");
        assertThat(json.at("/verdict").asText()).isEqualTo("certified");
        assertThat(json.at("/started").asText()).isEqualTo("2026-11-14T10:15:30.250Z");
        assertThat(json.at("/seconds").asDouble()).isEqualTo(61.5);
    }

    @Test
    void everyClauseIsWrittenInTheOrderOfTheContract() throws JsonProcessingException {
        JsonNode json = tree(Certificates.with("STREAM-1", Outcome.FAILED, "no \"chunk\"\ncame"));

        assertThat(json.at("/clauses")).hasSize(Contract.current().clauses().size());
        assertThat(json.at("/clauses/0/id").asText()).isEqualTo("LIFE-1");
        assertThat(json.at("/clauses"))
                .anyMatch(clause -> clause.toString()
                        .equals("{\"id\":\"STREAM-1\",\"level\":\"MUST\",\"needs\":\"STREAMING\","
                                + "\"outcome\":\"failed\",\"reason\":\"no \\\"chunk\\\"\\ncame\",\"millis\":7}"));
        assertThat(json.at("/counts/failed").asInt()).isEqualTo(1);
        assertThat(json.at("/verdict").asText()).isEqualTo("not-certified");
        assertThat(json.at("/remarks")).hasSize(1);
    }

    @Test
    void whatWasNotMeasuredIsAbsent() throws JsonProcessingException {
        assertThat(tree(Certificates.leaving("a folder")).has("timings")).isFalse();
    }

    @Test
    void whatWasWrittenIsReadBack(@TempDir Path directory) throws IOException {
        Certificate certificate = Certificates.with("EXEC-4", Outcome.FAILED, "exit code was 1");
        Path file = Files.writeString(directory.resolve("certificate.json"), CertificateJson.write(certificate));

        WrittenCertificate read = CertificateJson.read(file);

        assertThat(read.kit()).isEqualTo(certificate.kit());
        assertThat(read.provider()).isEqualTo(certificate.provider());
        assertThat(read.host()).isEqualTo(certificate.host());
        assertThat(read.capabilities()).containsExactly("CONNECT", "SNAPSHOT", "STREAMING");
        assertThat(read.clauses()).hasSameSizeAs(certificate.clauses());
        assertThat(read.findings().get("EXEC-4").outcome()).isEqualTo(Outcome.FAILED);
        assertThat(read.findings().get("EXEC-4").reason()).isEqualTo("exit code was 1");
        assertThat(read.timings()).containsEntry("cold", new WrittenCertificate.Timing(12.345, 20, 20));
        assertThat(read.verdict()).isEqualTo("not-certified");
        assertThat(read).isEqualTo(WrittenCertificate.of(certificate));
    }

    @Test
    void aCertificateOfALaterContractIsReadAndKeepsItsVerdict() {
        String later = PASSED.replace("\"EXEC-4\"", "\"ORBIT-4\"")
                .replace("userspace-kernel", "moon-base")
                .replace("\"CONNECT\"", "\"TELEPORT\"")
                .replaceFirst("\\{", "{\"weather\": \"fine\",");

        WrittenCertificate read = CertificateJson.parse("later.json", later);

        assertThat(read.findings()).containsKey("ORBIT-4");
        assertThat(read.isolation()).isEqualTo("moon-base");
        assertThat(read.capabilities()).contains("TELEPORT");
        assertThat(read.certified()).isTrue();
    }

    @Test
    void aCertificateThatDoesNotTellOfPatienceHadNone() {
        String first = PASSED.replaceFirst(",\\s+\"patience\" : 1.0", "");

        assertThat(first).isNotEqualTo(PASSED);
        assertThat(CertificateJson.parse("first.json", first).kit().patience()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            delimiter = ';',
            value = {
                "\"outcome\" : \"passed\"; \"outcome\" : \"maybe\"; clauses[0].outcome: Not an outcome: 'maybe'",
                "\"verdict\" : \"certified\"; \"verdict\" : \"fine\"; verdict: Not a verdict: 'fine'",
                "\"digest\"; \"digits\"; kit.digest is missing",
                "\"name\" : \"pretend\"; \"name\" : 3; provider.name should be a text, but is 3",
                "\"cpus\" : 2; \"cpus\" : 2.5; host.cpus should be a whole number from 0 to 2147483647, but is 2.5",
                "\"cpus\" : 2; \"cpus\" : 99999999999; host.cpus should be a whole number",
                "\"p50Millis\" : 12.345; \"p50Millis\" : -1; timings.cold.p50Millis should be a number, zero or more",
                "\"id\" : \"LIFE-2\"; \"id\" : \"LIFE-1\"; clauses[1] is LIFE-1 for the second time",
                "\"leftovers\" : [ ]; \"leftovers\" : { }; leftovers should be a list, but is {}",
                "\"name\" : \"pretend\"; \"name\" : null; provider.name should be a text, but is null",
                "\"cpus\" : 2; \"cpus\" : -2; host.cpus should be a whole number from 0 to 2147483647, but is -2",
                "\"memory\" : 8589934592; \"memory\" : \"8g\"; host.memory should be a whole number from 0 to",
                "\"CONNECT\"; 7; capabilities[0] should be a text, but is 7",
                "\"kit\" : {; \"kit\" : 1, \"former\" : {; kit should be an object, but is 1",
            })
    void aFaultIsNamedWithItsPlace(String right, String wrong, String fault) {
        assertThat(PASSED).contains(right);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> CertificateJson.parse("some.json", PASSED.replace(right, wrong)))
                .withMessageStartingWith("'some.json' is no certificate: " + fault)
                .withMessageEndingWith("; name a certificate.json as an examination writes it");
    }

    @ParameterizedTest
    @CsvSource({"'',the whole should be an object", "'[]',the whole should be an object, but is []"})
    void whatIsNoObjectIsNoCertificate(String text, String fault) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CertificateJson.parse("some.json", text))
                .withMessageContaining("'some.json' is no certificate: " + fault);
    }

    @Test
    void whatIsNotJsonIsNoCertificate() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CertificateJson.parse("some.json", PASSED + "}"))
                .withMessageStartingWith("'some.json' is no certificate: it is not JSON, ");
    }

    @Test
    void aFileThatIsNotThereIsNamed(@TempDir Path directory) {
        Path missing = directory.resolve("missing.json");

        assertThatThrownBy(() -> CertificateJson.read(missing))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(missing.toString());
    }

    private static JsonNode tree(Certificate certificate) throws JsonProcessingException {
        return new ObjectMapper().readTree(CertificateJson.write(certificate));
    }
}
