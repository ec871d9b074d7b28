package dev.sandboxed.provider.local.internal.subprocess;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;
import dev.sandboxed.conformance.contract.Effort;
import dev.sandboxed.conformance.examination.ExaminationSettings;

/** Brief: a plain process has no connection that could be cut by silence. The command line examines it at length. */
class SubprocessConformanceTests extends ProviderConformance {

    @Override
    public SandboxProviderFactory factory() {
        return new SubprocessProviderFactory();
    }

    @Override
    public ExaminationSettings settings() {
        return ExaminationSettings.DEFAULT.withEffort(Effort.BRIEF);
    }
}
