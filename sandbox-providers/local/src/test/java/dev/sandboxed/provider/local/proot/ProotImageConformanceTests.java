package dev.sandboxed.provider.local.proot;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;
import dev.sandboxed.conformance.examination.ExaminationSettings;
import dev.sandboxed.conformance.trial.Effort;
import java.nio.file.Path;
import java.util.Map;

/**
 * With a root file system of its own, which has nothing but BusyBox: files are isolated, even for root. Only what the image
 * makes a difference for.
 */
@NeedsProot(busybox = true)
class ProotImageConformanceTests extends ProviderConformance {

    private static final Path IMAGE =
            BusyboxRoot.in(Path.of("target", "proot-image").toAbsolutePath());

    @Override
    public SandboxProviderFactory factory() {
        return new ProotProviderFactory();
    }

    @Override
    public ExaminationSettings settings() {
        return ExaminationSettings.DEFAULT
                .withEffort(Effort.BRIEF)
                .withClauses("ISO-*,FILE-*")
                .withExpectations(ProotConformanceTests.EXPECTED)
                .withProvider(Map.of("image", IMAGE.toString()));
    }
}
