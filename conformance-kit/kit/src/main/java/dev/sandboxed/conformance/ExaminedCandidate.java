package dev.sandboxed.conformance;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.certificate.ClauseResult;
import dev.sandboxed.conformance.examination.Candidate;
import dev.sandboxed.conformance.examination.ExaminationSettings;

/** The contract as one test class, for the candidate that {@link Conformance} puts into the launcher's session. */
final class ExaminedCandidate extends ProviderConformance {

    private final Candidate candidate;

    ExaminedCandidate(Candidate candidate) {
        this.candidate = candidate;
    }

    @Override
    public SandboxProviderFactory factory() {
        return candidate.factory();
    }

    @Override
    public ExaminationSettings settings() {
        return candidate.settings();
    }

    @Override
    public void tell(ClauseResult result) {
        candidate.tell(result);
    }

    @Override
    public void conclude(Certificate certificate) {
        candidate.conclude(certificate);
    }
}
