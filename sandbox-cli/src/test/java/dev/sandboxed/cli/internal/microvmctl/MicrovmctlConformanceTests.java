package dev.sandboxed.cli.internal.microvmctl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;
import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.certificate.Outcome;
import dev.sandboxed.conformance.contract.Effort;
import dev.sandboxed.conformance.examination.ExaminationSettings;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The contract, briefly, through a controller that is ours. That is started for every word, so of the clauses about files, which are
 * half of the time, only those are here in which a controller can fail; {@code ./sandboxed conformance} examines all in full.
 */
class MicrovmctlConformanceTests extends ProviderConformance {

    private static final String CLAUSES =
            "LIFE-*,EXEC-*,FILE-2,FILE-4,FILE-12,FILE-15,FILE-17,HEALTH-*,REAP-*,INFO-*,ISO-*";

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
        assertEquals(List.of(), certificate.leftovers(), "something was left behind");
    }
}
