package dev.sandboxed.provider.docker;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;
import dev.sandboxed.conformance.examination.ExaminationSettings;
import dev.sandboxed.conformance.trial.Effort;
import java.util.Map;

/** gVisor as the runtime of the engine. Brief, since it is slow: the command line examines it at length. */
@NeedsDocker(runtime = "runsc")
class GvisorConformanceTests extends ProviderConformance {

    @Override
    public SandboxProviderFactory factory() {
        return new DockerProviderFactory();
    }

    @Override
    public ExaminationSettings settings() {
        return ExaminationSettings.DEFAULT
                .withEffort(Effort.BRIEF)
                .withProvider(Map.of(DockerOptions.RUNTIME, "runsc"));
    }
}
