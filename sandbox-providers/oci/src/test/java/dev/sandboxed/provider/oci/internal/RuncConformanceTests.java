package dev.sandboxed.provider.oci.internal;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;
import dev.sandboxed.conformance.contract.Effort;
import dev.sandboxed.conformance.examination.ExaminationSettings;
import dev.sandboxed.provider.oci.internal.kernel.Kind;

/** Brief, since the command line examines it at length. */
@NeedsRuntime(Kind.RUNC)
class RuncConformanceTests extends ProviderConformance {

    @Override
    public SandboxProviderFactory factory() {
        return new RuncProviderFactory();
    }

    @Override
    public ExaminationSettings settings() {
        return ExaminationSettings.DEFAULT.withEffort(Effort.BRIEF);
    }
}
