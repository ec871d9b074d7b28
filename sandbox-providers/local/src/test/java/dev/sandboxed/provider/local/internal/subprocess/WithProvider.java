package dev.sandboxed.provider.local.internal.subprocess;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.spec.SandboxSpec;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A provider with a state folder of its own for every test; whatever a test leaves is closed with it. */
abstract class WithProvider {

    @TempDir
    Path state;

    SubprocessProvider provider;

    @BeforeEach
    void openProvider() {
        provider = new SubprocessProvider(ProviderContext.in(state));
    }

    @AfterEach
    void closeProvider() {
        provider.close();
    }

    Sandbox create() {
        return provider.create(SandboxSpec.defaults());
    }

    /** Lists every sandbox folder and record that is on disk. */
    List<Path> leftovers() {
        List<Path> found = new ArrayList<>();
        for (String folder : List.of("sandboxes", "records")) {
            File[] children = state.resolve(folder).toFile().listFiles();
            for (File child : children == null ? new File[0] : children) {
                found.add(child.toPath());
            }
        }
        return found;
    }
}
