package dev.sandboxed.provider.local.internal.worktree;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.spec.SandboxSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A repository for every test, and a provider whose default it is. */
@NeedsGit
abstract class WithRepository {

    @TempDir
    Path temporary;

    TestRepository repository;
    WorktreeProvider provider;

    @BeforeEach
    void openProvider() throws IOException {
        repository = TestRepository.in(temporary.resolve("the repository"));
        provider = provider(temporary.resolve("state"), Map.of());
    }

    /** Opens a provider with more settings than the repository. */
    WorktreeProvider provider(Path state, Map<String, String> more) {
        Map<String, String> settings =
                new HashMap<>(Map.of("repository", repository.folder().toString()));
        settings.putAll(more);
        return new WorktreeProvider(ProviderContext.in(state).withSettings(settings));
    }

    @AfterEach
    void closeProvider() {
        provider.close();
    }

    Sandbox create() {
        return provider.create(SandboxSpec.defaults());
    }

    Sandbox create(String option, String value) {
        return provider.create(SandboxSpec.builder().option(option, value).build());
    }

    /** Runs a script, which must succeed, and returns what it printed. */
    static String sh(Sandbox sandbox, String script) {
        return sandbox.exec(Command.shell(script)).orThrow().stdout().strip();
    }
}
