package dev.sandboxed.provider.local.internal.worktree;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;
import dev.sandboxed.conformance.contract.Effort;
import dev.sandboxed.conformance.examination.ExaminationSettings;
import dev.sandboxed.folder.internal.store.FolderRemoval;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;

/** Worktrees of a small repository that the tests make. Brief, as for plain processes. */
@NeedsGit
class WorktreeConformanceTests extends ProviderConformance {

    private static final Path REPOSITORY =
            makeRepository(Path.of("target", "worktree-conformance").toAbsolutePath());

    private static Path makeRepository(Path folder) {
        try {
            FolderRemoval.remove(folder);
            return TestRepository.in(folder).folder();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public SandboxProviderFactory factory() {
        return new WorktreeProviderFactory();
    }

    @Override
    public ExaminationSettings settings() {
        return ExaminationSettings.DEFAULT
                .withEffort(Effort.BRIEF)
                .withProvider(Map.of(WorktreeOptions.REPOSITORY, REPOSITORY.toString()));
    }
}
