package dev.sandboxed.provider.local.internal.proot;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Gives each test a provider with an empty state folder. */
@NeedsProot(busybox = true)
abstract class WithProot {

    @TempDir
    Path temporary;

    ProotProvider provider;

    @BeforeEach
    void openProvider() {
        provider = new ProotProvider(ProviderContext.in(temporary.resolve("state")));
    }

    @AfterEach
    void closeProvider() {
        provider.close();
    }

    static String sh(Sandbox sandbox, String script) {
        return sandbox.exec(Command.shell(script)).orThrow().stdout().strip();
    }
}
