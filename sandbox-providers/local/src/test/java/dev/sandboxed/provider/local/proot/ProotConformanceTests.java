package dev.sandboxed.provider.local.proot;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;
import dev.sandboxed.conformance.examination.ExaminationSettings;
import dev.sandboxed.conformance.examination.Expectations;
import dev.sandboxed.conformance.trial.Effort;
import java.util.Map;

/** With the programs of the host. */
@NeedsProot
class ProotConformanceTests extends ProviderConformance {

    static final Expectations EXPECTED = Expectations.of(Map.of(
            "FILE-8", "PRoot refuses names of 255 bytes: its buffer for a name has no room for the NUL after them"));

    @Override
    public SandboxProviderFactory factory() {
        return new ProotProviderFactory();
    }

    @Override
    public ExaminationSettings settings() {
        return ExaminationSettings.DEFAULT.withEffort(Effort.BRIEF).withExpectations(EXPECTED);
    }
}
