package dev.sandboxed.cli.internal.microvmctl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;
import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.certificate.Outcome;
import dev.sandboxed.conformance.contract.Effort;
import dev.sandboxed.conformance.examination.ExaminationSettings;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Through a real sshd, what could get lost on the way: words, bytes, values, codes, and what is to be ended there. */
class MicrovmctlSshConformanceTests extends ProviderConformance {

    private static final String CLAUSES = "EXEC-1,EXEC-6,EXEC-8,EXEC-11,EXEC-12,EXEC-23,LIFE-3,LIFE-14,LIFE-21,REAP-1";

    @RegisterExtension
    static final OwnController CONTROLLER = new OwnController();

    @RegisterExtension
    static final SshServer SERVER = new SshServer();

    @Override
    public SandboxProviderFactory factory() {
        return OwnController.factory();
    }

    @Override
    public ExaminationSettings settings() {
        CONTROLLER.settings();
        return ExaminationSettings.DEFAULT
                .withEffort(Effort.BRIEF)
                .withClauses(CLAUSES)
                .withProvider(SERVER.settings(OwnController.PROGRAM));
    }

    @Override
    public void conclude(Certificate certificate) {
        assertEquals(0, certificate.counts().get(Outcome.FAILED), () -> "failed: " + certificate.obstacles());
    }
}
