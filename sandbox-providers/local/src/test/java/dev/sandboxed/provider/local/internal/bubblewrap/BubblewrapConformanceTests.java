package dev.sandboxed.provider.local.internal.bubblewrap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;
import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.certificate.Outcome;
import dev.sandboxed.conformance.contract.Effort;
import dev.sandboxed.conformance.examination.ExaminationSettings;

/** Brief, since the subprocess provider is examined at length with the same kit: the command line certifies this one. */
@NeedsBubblewrap
class BubblewrapConformanceTests extends ProviderConformance {

    @Override
    public SandboxProviderFactory factory() {
        return new BubblewrapProviderFactory();
    }

    @Override
    public ExaminationSettings settings() {
        return ExaminationSettings.DEFAULT.withEffort(Effort.BRIEF);
    }

    @Override
    public void conclude(Certificate certificate) {
        assertEquals(0, certificate.counts().get(Outcome.FAILED), () -> "failed: " + certificate.obstacles());
    }
}
