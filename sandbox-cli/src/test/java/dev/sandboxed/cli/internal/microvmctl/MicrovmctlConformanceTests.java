package dev.sandboxed.cli.internal.microvmctl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;
import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.certificate.Outcome;
import dev.sandboxed.conformance.contract.Effort;
import dev.sandboxed.conformance.examination.ExaminationSettings;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The contract, through a controller that is ours. That is started for every word, which takes most of a second, so these are the
 * clauses in which a controller can fail, and the quick ones of their kind; {@code ./sandboxed conformance} examines all.
 */
class MicrovmctlConformanceTests extends ProviderConformance {

    private static final String CLAUSES =
            "LIFE-3,LIFE-5,LIFE-6,LIFE-7,LIFE-10,LIFE-13,LIFE-15,EXEC-7,EXEC-14,EXEC-18,EXEC-19,"
                    + "EXEC-20,FILE-2,FILE-4,FILE-12,HEALTH-*,REAP-1,REAP-3,INFO-1,ISO-9";

    @RegisterExtension
    static final OwnController CONTROLLER = new OwnController();

    @Override
    public SandboxProviderFactory factory() {
        return OwnController.factory();
    }

    @Override
    public ExaminationSettings settings() {
        return ExaminationSettings.DEFAULT
                .withEffort(Effort.BRIEF)
                .withClauses(CLAUSES)
                .withProvider(CONTROLLER.settings());
    }

    @Override
    public void conclude(Certificate certificate) {
        assertEquals(0, certificate.counts().get(Outcome.FAILED), () -> "failed: " + certificate.obstacles());
    }
}
