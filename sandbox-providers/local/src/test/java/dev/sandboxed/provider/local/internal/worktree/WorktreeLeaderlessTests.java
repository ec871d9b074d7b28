package dev.sandboxed.provider.local.internal.worktree;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.provider.local.internal.LeaderlessCommands;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

@NeedsGit
class WorktreeLeaderlessTests extends LeaderlessCommands {

    @Override
    protected SandboxProvider open(Path folder) throws IOException {
        TestRepository repository = TestRepository.in(folder.resolve("repository"));
        return new WorktreeProvider(ProviderContext.in(folder.resolve("state"))
                .withSettings(
                        Map.of(WorktreeOptions.REPOSITORY, repository.folder().toString())));
    }
}
