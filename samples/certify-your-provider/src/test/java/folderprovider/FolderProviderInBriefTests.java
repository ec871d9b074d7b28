package folderprovider;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;
import dev.sandboxed.conformance.contract.Effort;
import dev.sandboxed.conformance.examination.ExaminationSettings;

/** A few clauses, for quick turns. */
class FolderProviderInBriefTests extends ProviderConformance {

    @Override
    public SandboxProviderFactory factory() {
        return new FolderProviderFactory();
    }

    @Override
    public ExaminationSettings settings() {
        return ExaminationSettings.DEFAULT.withClauses("LIFE-*,FILE-3").withEffort(Effort.BRIEF);
    }
}
