package dev.sandboxed.provider.local.internal.proot;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;
import dev.sandboxed.conformance.contract.Effort;
import dev.sandboxed.conformance.examination.ExaminationSettings;
import dev.sandboxed.conformance.examination.Expectations;
import dev.sandboxed.conformance.image.BusyboxRoot;
import java.nio.file.Path;
import java.util.Map;

/**
 * With a root file system of its own, which has nothing but BusyBox: files are isolated, even for root. Only what the image
 * makes a difference for.
 */
@NeedsProot(busybox = true)
class ProotImageConformanceTests extends ProviderConformance {

    private static final Expectations EXPECTED = Expectations.of(
            Map.of("FILE-8", "PRoot has no room for the NUL after a name of 255 bytes (its issue 391)"));

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
                .withExpectations(EXPECTED)
                .withProvider(Map.of("image", IMAGE.toString()));
    }
}
