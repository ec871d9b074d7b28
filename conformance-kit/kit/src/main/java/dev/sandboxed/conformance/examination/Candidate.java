package dev.sandboxed.conformance.examination;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.certificate.ClauseResult;

/** A provider that wants to be examined, and whoever wants to know what comes of it. */
public interface Candidate {

    /** Give the factory of the provider. */
    SandboxProviderFactory factory();

    /** Say how to examine it. */
    default ExaminationSettings settings() {
        return ExaminationSettings.DEFAULT;
    }

    /** Be told what came of a test; a clause with several tests is told several times. */
    default void tell(ClauseResult result) {}

    /** Be told what came of it all. */
    default void conclude(Certificate certificate) {}
}
