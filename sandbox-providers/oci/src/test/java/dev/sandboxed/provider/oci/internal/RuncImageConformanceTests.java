package dev.sandboxed.provider.oci.internal;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;
import dev.sandboxed.conformance.contract.Effort;
import dev.sandboxed.conformance.examination.ExaminationSettings;
import dev.sandboxed.provider.oci.internal.kernel.Kind;
import java.nio.file.Path;
import java.util.Map;

/** With an image that has nothing but BusyBox in it. Only what the image makes a difference for, and briefly. */
@NeedsRuntime(value = Kind.RUNC, busybox = true)
class RuncImageConformanceTests extends ProviderConformance {

    private static final Path IMAGE =
            BusyboxImage.in(Path.of("target", "runc-image").toAbsolutePath());

    @Override
    public SandboxProviderFactory factory() {
        return new RuncProviderFactory();
    }

    @Override
    public ExaminationSettings settings() {
        return ExaminationSettings.DEFAULT
                .withEffort(Effort.BRIEF)
                .withClauses("LIFE-*,FILE-*,ISO-*,SNAP-*")
                .withProvider(Map.of("image", IMAGE.toString()));
    }
}
