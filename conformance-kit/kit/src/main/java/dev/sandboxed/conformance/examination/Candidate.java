package dev.sandboxed.conformance.examination;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.certificate.ClauseResult;

/** A provider that wants to be examined, and whoever wants to know what comes of it. */
public interface Candidate {

    /** Returns the factory of the provider. */
    SandboxProviderFactory factory();

    /** Returns how to examine it. */
    default ExaminationSettings settings() {
        return ExaminationSettings.DEFAULT;
    }

    /** Receives what came of a test; called several times for a clause with several tests. */
    default void tell(ClauseResult result) {}

    /** Receives what came of it all. */
    default void conclude(Certificate certificate) {}
}
