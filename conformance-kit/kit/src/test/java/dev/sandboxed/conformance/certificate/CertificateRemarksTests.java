package dev.sandboxed.conformance.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.conformance.contract.Contract;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CertificateRemarksTests {

    @Test
    void nothingIsRemarkedWhereEverythingPassed() {
        assertThat(Certificates.certified().remarks()).isEmpty();
    }

    @Test
    void aBrokenMustIsRemarkedWithItsReasonOnOneLine() {
        Certificate certificate = Certificates.with("EXEC-4", Outcome.FAILED, "exit code was 1\nand more");

        assertThat(certificate.remarks())
                .containsExactly("EXEC-4 is a MUST, and the outcome is failed: exit code was 1 and more");
    }

    @Test
    void clausesThatStandInTheWayForTheSameReasonShareARemark() {
        Map<String, ClauseResult> leftOut = Contract.current().clauses().stream()
                .map(clause -> ClauseResult.of(clause.id(), Outcome.UNTESTED, "left out", Duration.ZERO))
                .collect(Collectors.toMap(ClauseResult::id, clause -> clause));

        assertThat(Certificates.of(leftOut, null, List.of()).remarks())
                .singleElement()
                .satisfies(remark -> assertThat(remark)
                        .startsWith("LIFE-1, LIFE-2, LIFE-3, LIFE-4, LIFE-5 and ")
                        .endsWith(" more are MUSTs, and the outcome is untested: left out"));
    }

    @Test
    void aLongReasonIsCut() {
        Certificate certificate = Certificates.with("EXEC-4", Outcome.FAILED, "x".repeat(5_000));

        assertThat(certificate.remarks())
                .containsExactly("EXEC-4 is a MUST, and the outcome is failed: " + "x".repeat(160) + "…");
    }

    @Test
    void anAnnouncedFailureStandsInTheWayAsWell() {
        Certificate certificate = Certificates.with("EXEC-4", Outcome.EXPECTED_FAILURE, "not yet");

        assertThat(certificate.remarks())
                .containsExactly("EXEC-4 is a MUST, and the outcome is expected-failure: not yet");
    }

    @Test
    void onlyAnnouncedFailuresAreToldApartFromOthers() {
        assertThat(Certificates.with("EXEC-4", Outcome.EXPECTED_FAILURE, "not yet")
                        .failsOnlyAsExpected())
                .isTrue();
        assertThat(Certificates.with("EXEC-4", Outcome.FAILED, "broken").failsOnlyAsExpected())
                .isFalse();
        assertThat(Certificates.certified().failsOnlyAsExpected()).isFalse();
        assertThat(Certificates.leaving("a container").failsOnlyAsExpected()).isFalse();
    }

    @Test
    void aStretchedDeadlineIsRemarked() {
        Certificate plain = Certificates.certified();
        Certificate stretched = new Certificate(
                plain.contract(),
                new Certificate.Kit("0.1.0", plain.kit().digest(), 2.5),
                plain.provider(),
                plain.host(),
                plain.isolation(),
                plain.capabilities(),
                plain.clauses(),
                null,
                plain.leftovers(),
                plain.started(),
                plain.took());

        assertThat(stretched.remarks()).containsExactly("Every deadline was stretched by 2.5.");
    }

    @Test
    void aBrokenShouldIsNotRemarked() {
        Certificate certificate = Certificates.with("LIFE-12", Outcome.FAILED, "it took a minute");

        assertThat(certificate.remarks()).isEmpty();
        assertThat(certificate.isCertified()).isTrue();
    }

    @Test
    void whatWasLeftBehindIsRemarked() {
        assertThat(Certificates.leaving("a container").remarks()).containsExactly("Left behind: a container");
    }

    @Test
    void aPassThatWasAnnouncedAsFailureIsRemarkedAndCertifiedAllTheSame() {
        Certificate certificate =
                Certificates.with("EXEC-4", Outcome.PASSED, "it was expected to fail (slow) and passed");

        assertThat(certificate.remarks())
                .containsExactly("EXEC-4 is better than announced: it was expected to fail (slow) and passed");
        assertThat(certificate.isCertified()).isTrue();
    }
}
