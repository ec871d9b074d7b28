package dev.sandboxed.provider.local.subprocess;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;
import dev.sandboxed.conformance.certificate.Certificate;

class SubprocessConformanceTests extends ProviderConformance {

    @Override
    public SandboxProviderFactory factory() {
        return new SubprocessProviderFactory();
    }

    @Override
    public void conclude(Certificate certificate) {
        assertTrue(certificate.isCertified(), () -> "not certified: " + certificate.obstacles());
    }
}
