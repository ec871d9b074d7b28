package dev.sandboxed.provider.local.internal.proot;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.provider.local.internal.LeaderlessCommands;
import java.nio.file.Path;

@NeedsProot
class ProotLeaderlessTests extends LeaderlessCommands {

    @Override
    protected SandboxProvider open(Path folder) {
        return new ProotProvider(ProviderContext.in(folder.resolve("state")));
    }
}
