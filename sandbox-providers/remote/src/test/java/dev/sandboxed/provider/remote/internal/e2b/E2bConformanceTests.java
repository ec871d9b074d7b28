package dev.sandboxed.provider.remote.internal.e2b;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;
import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.examination.ExaminationSettings;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract, through a local E2B whose sandboxes are those of runc: the root is theirs to write, as in a machine of their own. */
class E2bConformanceTests extends ProviderConformance {

    @RegisterExtension
    static final ServedE2b E2B = ServedE2b.over("runc");

    @Override
    public SandboxProviderFactory factory() {
        return new E2bProviderFactory();
    }

    @Override
    public ExaminationSettings settings() {
        return ExaminationSettings.DEFAULT.withProvider(E2B.settings());
    }

    @Override
    public void conclude(Certificate certificate) {
        assertTrue(certificate.isCertified(), () -> "not certified: " + certificate.obstacles());
    }
}
