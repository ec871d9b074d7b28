package dev.sandboxed.provider.local.worktree;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;
import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.examination.ExaminationSettings;
import dev.sandboxed.folder.store.FolderRemoval;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;

/** Worktrees of a small repository that the tests make. */
@NeedsGit
class WorktreeConformanceTests extends ProviderConformance {

    private static final Path REPOSITORY =
            Path.of("target", "worktree-conformance").toAbsolutePath();

    @Override
    public SandboxProviderFactory factory() {
        return new WorktreeProviderFactory();
    }

    @Override
    public ExaminationSettings settings() {
        try {
            FolderRemoval.remove(REPOSITORY);
            TestRepository.in(REPOSITORY);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ExaminationSettings.DEFAULT.withProvider(Map.of(WorktreeOptions.REPOSITORY, REPOSITORY.toString()));
    }

    @Override
    public void conclude(Certificate certificate) {
        assertTrue(certificate.isCertified(), () -> "not certified: " + certificate.obstacles());
    }
}
