package dev.sandboxed.provider.local.internal.worktree;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;

/** Opens the worktree provider. */
public final class WorktreeProviderFactory implements SandboxProviderFactory {

    @Override
    public String name() {
        return WorktreeProvider.NAME;
    }

    @Override
    public int apiVersion() {
        return ApiVersion.CURRENT;
    }

    @Override
    public SandboxProvider open(ProviderContext context) {
        return new WorktreeProvider(context);
    }
}
