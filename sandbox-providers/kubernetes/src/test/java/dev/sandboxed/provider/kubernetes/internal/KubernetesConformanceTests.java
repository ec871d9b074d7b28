package dev.sandboxed.provider.kubernetes.internal;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;
import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.examination.ExaminationSettings;
import dev.sandboxed.provider.kubernetes.internal.lab.ClusterRequired;
import dev.sandboxed.provider.kubernetes.internal.lab.LabCluster;

/** The contract, on a real cluster. */
@ClusterRequired
class KubernetesConformanceTests extends ProviderConformance {

    @Override
    public SandboxProviderFactory factory() {
        return new KubernetesProviderFactory();
    }

    /** A whole cluster shares the processors with what examines it. */
    @Override
    public ExaminationSettings settings() {
        return ExaminationSettings.DEFAULT.withPatience(2).withProvider(LabCluster.settings());
    }

    @Override
    public void conclude(Certificate certificate) {
        assertTrue(certificate.isCertified(), () -> "not certified: " + certificate.obstacles());
    }
}
