package dev.sandboxed.provider.remote.internal.http;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;
import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.examination.ExaminationSettings;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract, through the sample in Python, which only starts processes. */
class PythonProviderConformanceTests extends ProviderConformance {

    @RegisterExtension
    static final ServedPython SERVICE = ServedPython.asItIs();

    @Override
    public SandboxProviderFactory factory() {
        return new HttpProviderFactory();
    }

    @Override
    public ExaminationSettings settings() {
        return ExaminationSettings.DEFAULT.withProvider(SERVICE.settings());
    }

    @Override
    public void conclude(Certificate certificate) {
        assertTrue(certificate.isCertified(), () -> "not certified: " + certificate.obstacles());
    }
}
