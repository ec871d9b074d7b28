package dev.sandboxed.conformance.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CertificateComparisonTests {

    private static final String CERTIFIED = write(Certificates.certified());

    @Test
    void equalCertificatesHaveNotChanged() {
        CertificateComparison comparison = compare(CERTIFIED, CERTIFIED);

        assertThat(comparison.lines()).containsExactly("nothing changed");
        assertThat(comparison.isWorse()).isFalse();
    }

    @Test
    void aLostVerdictComesFirstAndThenTheClauseThatLostIt() {
        String failed = write(Certificates.with("EXEC-4", Outcome.FAILED, "exit code was 1\nmore"));

        CertificateComparison comparison = compare(CERTIFIED, failed);

        assertThat(comparison.lines())
                .containsExactly(
                        "verdict: certified → not-certified", "worse: EXEC-4 passed → failed (exit code was 1 more)");
        assertThat(comparison.isWorse()).isTrue();
    }

    @Test
    void aVerdictThatWasWonIsNotWorse() {
        String failed = write(Certificates.with("EXEC-4", Outcome.FAILED, "exit code was 1"));

        CertificateComparison comparison = compare(failed, CERTIFIED);

        assertThat(comparison.lines())
                .containsExactly("verdict: not-certified → certified", "better: EXEC-4 failed → passed");
        assertThat(comparison.isWorse()).isFalse();
    }

    @Test
    void worseComesBeforeBetterAndBetterBeforeAnythingElse() {
        Certificate before = of(Map.of(
                "LIFE-1", Outcome.UNTESTED,
                "LIFE-2", Outcome.FAILED,
                "LIFE-3", Outcome.EXPECTED_FAILURE));
        Certificate after = of(Map.of(
                "LIFE-1", Outcome.NOT_CLAIMED,
                "LIFE-3", Outcome.FAILED,
                "LIFE-4", Outcome.UNTESTED));

        assertThat(compare(write(before), write(after)).lines())
                .containsExactly(
                        "worse: LIFE-3 expected-failure → failed (because)",
                        "worse: LIFE-4 passed → untested (because)",
                        "better: LIFE-2 failed → passed",
                        "changed: LIFE-1 untested → not-claimed (because)");
    }

    @ParameterizedTest
    @CsvSource({
        "PASSED, NOT_CLAIMED, WORSE",
        "UNTESTED, FAILED, WORSE",
        "NOT_CLAIMED, EXPECTED_FAILURE, WORSE",
        "FAILED, EXPECTED_FAILURE, CHANGED",
        "FAILED, UNTESTED, CHANGED",
        "NOT_CLAIMED, UNTESTED, CHANGED",
        "UNTESTED, PASSED, BETTER",
    })
    void everyChangeHasADirection(Outcome was, Outcome is, ClauseChange.Direction direction) {
        assertThat(ClauseChange.Direction.of(was, is)).isEqualTo(direction);
    }

    @Test
    void aShouldThatPassedAndDoesNotNowIsWorseAlthoughTheVerdictStays() {
        String after = write(Certificates.with("LIFE-12", Outcome.FAILED, "slow"));

        assertThat(compare(CERTIFIED, after).lines()).containsExactly("worse: LIFE-12 passed → failed (slow)");
        assertThat(compare(CERTIFIED, after).isWorse()).isTrue();
    }

    @Test
    void aLostCapabilityIsWorseAndAGainedOneIsNot() {
        String other = CERTIFIED.replace("\"CONNECT\"", "\"PAUSE\"");
        String fewer = CERTIFIED.replace("\"capabilities\" : [\n    \"CONNECT\",", "\"capabilities\" : [");

        assertThat(compare(CERTIFIED, other).lines())
                .containsExactly("capability lost: CONNECT", "capability gained: PAUSE");
        assertThat(compare(CERTIFIED, other).isWorse()).isTrue();
        assertThat(compare(fewer, CERTIFIED).isWorse()).isFalse();
    }

    @Test
    void clausesThatOnlyOneHasAreListedAndAreNoLoss() {
        CertificateComparison comparison = compare(CERTIFIED, CERTIFIED.replace("\"EXEC-4\"", "\"ORBIT-1\""));

        assertThat(comparison.lines()).containsExactly("only before: EXEC-4 passed", "only after: ORBIT-1 passed");
        assertThat(comparison.isWorse()).isFalse();
    }

    @Test
    void clausesOfALaterContractAreNewAndNeitherBetterNorWorse() {
        CertificateComparison comparison = compare(older(CERTIFIED), CERTIFIED);

        assertThat(comparison.lines())
                .containsExactly(
                        "contract: 1.0 → 1.8",
                        "new in contract 1.8: FILE-17 passed",
                        "new in contract 1.8: FILE-18 passed");
        assertThat(comparison.isWorse()).isFalse();
    }

    @Test
    void aVerdictThatOnlyNewClausesTookIsToldAsSuchAndIsNotWorse() {
        String failed = write(Certificates.with("FILE-17", Outcome.FAILED, "no budget"));

        CertificateComparison comparison = compare(older(CERTIFIED), failed);

        assertThat(comparison.lines())
                .containsExactly(
                        "contract: 1.0 → 1.8",
                        "verdict: certified under 1.0 → not-certified under 1.8",
                        "new in contract 1.8: FILE-17 failed (no budget)",
                        "new in contract 1.8: FILE-18 passed");
        assertThat(comparison.isWorse()).isFalse();
    }

    @Test
    void aVerdictThatAnOlderClauseTookIsWorseUnderALaterContractToo() {
        Certificate failed = of(Map.of("FILE-17", Outcome.FAILED, "EXEC-4", Outcome.FAILED));

        CertificateComparison comparison = compare(older(CERTIFIED), write(failed));

        assertThat(comparison.lines()).contains("worse: EXEC-4 passed → failed (because)");
        assertThat(comparison.isWorse()).isTrue();
    }

    @Test
    void aVerdictThatWhatWasLeftBehindTookIsWorseUnderALaterContractToo() {
        CertificateComparison comparison = compare(older(CERTIFIED), write(Certificates.leaving("a folder")));

        assertThat(comparison.isWorse()).isTrue();
    }

    @Test
    void anEarlierContractIsToldAsSuchWhenItIsTheNewerCertificate() {
        assertThat(compare(CERTIFIED, older(CERTIFIED)).lines())
                .containsExactly(
                        "contract: 1.8 → 1.0",
                        "not in contract 1.0: FILE-17 passed",
                        "not in contract 1.0: FILE-18 passed");
    }

    @Test
    void whatWasLeftBehindIsCompared() {
        String folder = write(Certificates.leaving("a folder"));
        String process = write(Certificates.leaving("a process"));

        assertThat(compare(folder, process).lines())
                .containsExactly("left behind now: a process", "left behind no more: a folder");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "\"pretend\"; \"other\"; provider: pretend → other",
                "\"2.1\"; \"2.2\"; version of the provider: 2.1 → 2.2",
                "runtime 7; runtime 8; runtime: runtime 7 → runtime 8",
                "userspace-kernel; container; isolation: userspace-kernel → container",
                "\"contract\" : \"1.8\"; \"contract\" : \"1.9\"; contract: 1.8 → 1.9",
                "\"0.1.0\"; \"0.2.0\"; kit: 0.1.0 → 0.2.0",
                "\"Linux\"; \"Plan 9\"; operating system: Linux → Plan 9",
                "amd64; aarch64; architecture: amd64 → aarch64",
                "\"6.1\"; \"6.2\"; kernel: 6.1 → 6.2",
                "\"cpus\" : 2; \"cpus\" : 4; processors: 2 → 4",
                "8589934592; 4294967296; memory: 8g → 4g",
                "\"none\"; \"kvm\"; virtualisation: none → kvm",
                "\"p50Millis\" : 12.345; \"p50Millis\" : 24.69; cold p50: 12.345 ms → 24.690 ms (2.00 times)",
            })
    void aChangeOfCircumstancesIsToldAndIsNotWorse(String was, String is, String line) {
        CertificateComparison comparison = compare(CERTIFIED, CERTIFIED.replace(was, is));

        assertThat(comparison.lines()).containsExactly(line);
        assertThat(comparison.isWorse()).isFalse();
    }

    @Test
    void timingsOfOneOnlyAreToldAsSuch() {
        String unmeasured = write(Certificates.of(Map.of(), null, List.of()));

        assertThat(compare(CERTIFIED, unmeasured).lines())
                .containsExactly(
                        "cold p50: 12.345 ms → not measured",
                        "exec p50: 1.000 ms → not measured",
                        "restored p50: 4.000 ms → not measured");
    }

    @Test
    void filesAreCompared(@TempDir Path directory) throws IOException {
        Path before = Files.writeString(directory.resolve("before.json"), CERTIFIED);
        Path after = Files.writeString(directory.resolve("after.json"), write(Certificates.leaving("a folder")));

        assertThat(CertificateComparison.between(before, after).lines())
                .startsWith("verdict: certified → not-certified", "left behind now: a folder");
        assertThat(CertificateComparison.between(after, before).isWorse()).isFalse();
    }

    /** A certificate under a contract that has no clauses about downloads with a budget yet. */
    private static String older(String certificate) {
        return certificate
                .replace("\"contract\" : \"1.8\"", "\"contract\" : \"1.0\"")
                .replaceAll("\\{\\s+\"id\" : \"FILE-1[78]\"[^}]+},\\s+", "");
    }

    private static Certificate of(Map<String, Outcome> outcomes) {
        Map<String, ClauseResult> results = new HashMap<>();
        outcomes.forEach((id, outcome) -> results.put(id, ClauseResult.of(id, outcome, "because", Duration.ZERO)));
        return Certificates.of(results, null, List.of());
    }

    private static String write(Certificate certificate) {
        return CertificateJson.write(certificate);
    }

    private static CertificateComparison compare(String before, String after) {
        return new CertificateComparison(
                CertificateJson.parse("before.json", before), CertificateJson.parse("after.json", after));
    }
}
