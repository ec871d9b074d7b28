package dev.sandboxed.provider.docker.internal;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;
import dev.sandboxed.conformance.contract.Effort;
import dev.sandboxed.conformance.examination.ExaminationSettings;
import java.util.Map;

/**
 * gVisor as the runtime of the engine. Brief, and about what depends on the runtime, since it is slow: the command line
 * examines all of it at length.
 */
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
                .withClauses("LIFE-*,ISO-*,EXEC-1*,EXEC-25")
                .withProvider(Map.of(DockerOptions.RUNTIME, "runsc"));
    }
}
