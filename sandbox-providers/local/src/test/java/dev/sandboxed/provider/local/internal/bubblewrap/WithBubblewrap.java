package dev.sandboxed.provider.local.internal.bubblewrap;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.SandboxSpec;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A provider with a state folder of its own for every test; whatever a test leaves is closed with it. */
@NeedsBubblewrap
public abstract class WithBubblewrap {

    @TempDir
    Path folder;

    /** Not the folder itself: what providers share lies beside it. */
    protected Path state;

    protected BubblewrapProvider provider;

    @BeforeEach
    void openProvider() {
        state = folder.resolve("state");
        provider = new BubblewrapProvider(ProviderContext.in(state));
    }

    @AfterEach
    void closeProvider() {
        provider.close();
    }

    protected Sandbox create() {
        return provider.create(SandboxSpec.defaults());
    }

    Sandbox create(Limits.Builder limits) {
        return provider.create(SandboxSpec.builder().limits(limits.build()).build());
    }
}
