package dev.sandboxed.provider.local.internal.worktree;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.hostile.HostileSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** Worktrees of a small repository that the tests make. */
@NeedsGit
class WorktreeHostileTests extends HostileSet {

    @TempDir
    static Path folder;

    @Override
    public SandboxProviderFactory factory() {
        return new WorktreeProviderFactory();
    }

    @Override
    public Map<String, String> settings() {
        try {
            TestRepository repository = TestRepository.in(folder.resolve("repository"));
            return Map.of(WorktreeOptions.REPOSITORY, repository.folder().toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
