package dev.sandboxed.provider.local.internal.subprocess;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.provider.local.internal.LeaderlessCommands;
import java.nio.file.Path;

class SubprocessLeaderlessTests extends LeaderlessCommands {

    @Override
    protected SandboxProvider open(Path folder) {
        return new SubprocessProvider(ProviderContext.in(folder));
    }
}
