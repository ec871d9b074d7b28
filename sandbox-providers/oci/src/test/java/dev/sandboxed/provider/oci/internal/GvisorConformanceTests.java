package dev.sandboxed.provider.oci.internal;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;
import dev.sandboxed.conformance.contract.Effort;
import dev.sandboxed.conformance.examination.ExaminationSettings;
import dev.sandboxed.provider.oci.internal.kernel.Kind;

/** Brief, since the command line examines it at length. */
@NeedsRuntime(Kind.GVISOR)
class GvisorConformanceTests extends ProviderConformance {

    @Override
    public SandboxProviderFactory factory() {
        return new GvisorProviderFactory();
    }

    @Override
    public ExaminationSettings settings() {
        return ExaminationSettings.DEFAULT
                .withEffort(Effort.BRIEF)
                .withClauses("LIFE-*,EXEC-1*,EXEC-25,FILE-*,NET-*,ISO-*,LIMIT-6,LIMIT-7,LIMIT-8,REAP-*,SNAP-*");
    }
}
