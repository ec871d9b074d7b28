package dev.sandboxed.provider.microvm.internal;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;
import dev.sandboxed.conformance.contract.Effort;
import dev.sandboxed.conformance.examination.ExaminationSettings;

/** All of it, briefly, in machines that software emulates. */
@NeedsMachines
class QemuConformanceTests extends ProviderConformance {

    @Override
    public SandboxProviderFactory factory() {
        return new QemuProviderFactory();
    }

    @Override
    public ExaminationSettings settings() {
        return ExaminationSettings.DEFAULT
                .withEffort(Effort.BRIEF)
                .withPatience(3)
                .withProvider(MachinesRequired.emulated());
    }
}
