package dev.sandboxed.provider.docker;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;
import dev.sandboxed.conformance.examination.ExaminationSettings;
import dev.sandboxed.conformance.trial.Effort;
import java.util.Map;

/** The runtime that every engine has. Brief: the command line examines it at length. */
@NeedsDocker
class DockerConformanceTests extends ProviderConformance {

    @Override
    public SandboxProviderFactory factory() {
        return new DockerProviderFactory();
    }

    @Override
    public ExaminationSettings settings() {
        return ExaminationSettings.DEFAULT.withEffort(Effort.BRIEF).withProvider(Map.of(DockerOptions.RUNTIME, "runc"));
    }
}
