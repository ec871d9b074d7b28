package dev.sandboxed.cli.internal.microvmctl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;
import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.certificate.Outcome;
import dev.sandboxed.conformance.contract.Effort;
import dev.sandboxed.conformance.examination.ExaminationSettings;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract, through a controller that is ours, and that is started for every word. */
class MicrovmctlConformanceTests extends ProviderConformance {

    @RegisterExtension
    static final OwnController CONTROLLER = new OwnController();

    @Override
    public SandboxProviderFactory factory() {
        return OwnController.factory();
    }

    @Override
    public ExaminationSettings settings() {
        return ExaminationSettings.DEFAULT.withEffort(Effort.BRIEF).withProvider(CONTROLLER.settings());
    }

    @Override
    public void conclude(Certificate certificate) {
        assertEquals(0, certificate.counts().get(Outcome.FAILED), () -> "failed: " + certificate.obstacles());
    }
}
