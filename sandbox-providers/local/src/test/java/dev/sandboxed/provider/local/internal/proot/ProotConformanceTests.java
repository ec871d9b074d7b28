package dev.sandboxed.provider.local.internal.proot;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;
import dev.sandboxed.conformance.contract.Effort;
import dev.sandboxed.conformance.examination.ExaminationSettings;

/** With the programs of the host; files are examined with an image. */
@NeedsProot
class ProotConformanceTests extends ProviderConformance {

    @Override
    public SandboxProviderFactory factory() {
        return new ProotProviderFactory();
    }

    @Override
    public ExaminationSettings settings() {
        return ExaminationSettings.DEFAULT.withEffort(Effort.BRIEF).withClauses("LIFE-*,EXEC-*,ISO-*");
    }
}
