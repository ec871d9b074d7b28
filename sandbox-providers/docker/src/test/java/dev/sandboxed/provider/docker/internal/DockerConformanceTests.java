package dev.sandboxed.provider.docker.internal;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;
import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.examination.ExaminationSettings;
import java.util.Map;

/** The runtime that every engine has. */
@NeedsDocker
class DockerConformanceTests extends ProviderConformance {

    @Override
    public SandboxProviderFactory factory() {
        return new DockerProviderFactory();
    }

    @Override
    public ExaminationSettings settings() {
        return ExaminationSettings.DEFAULT.withProvider(Map.of(DockerOptions.RUNTIME, "runc"));
    }

    @Override
    public void conclude(Certificate certificate) {
        assertTrue(certificate.isCertified(), () -> "not certified: " + certificate.obstacles());
    }
}
