package dev.sandboxed.cli.internal.shell;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.choice.SelectedSandbox;
import dev.sandboxed.core.internal.choice.Selection;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Surroundings;
import dev.sandboxed.core.internal.kept.KeptSandbox;
import dev.sandboxed.core.internal.kept.KeptSandboxes;
import dev.sandboxed.core.internal.kept.Saving;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/**
 * Keeps sandboxes of real providers as a failed test does.
 *
 * @param state the state folder
 */
public record KeptOnHost(Path state) {

    /** Makes a sandbox with a file in it, keeps it, and destroys it; skips the test where the provider is unavailable. */
    public KeptSandbox keep(String provider, SandboxSpec spec, Instant until) throws IOException {
        Configuration configuration = Configuration.read(new Surroundings(
                Map.of("sandbox.stateDir", state.toString()),
                Surroundings.ofThisProcess().environment()));
        try (ProviderRegistry registry = ProviderRegistry.discover(
                configuration, SandboxListener.SILENT, getClass().getClassLoader())) {
            SandboxProvider opened = registry.named(provider);
            ProviderStatus status = opened.status();
            Assumptions.assumeTrue(status.isAvailable(), () -> provider + ": " + status);
            Selection selection =
                    new Selection(opened, opened.capabilities(), (ProviderStatus.Available) status, List.of());
            try (Sandbox sandbox = opened.create(spec)) {
                sandbox.files().write("left.txt", "by the test");
                return new Saving(KeptSandboxes.in(configuration), DataSize.ofGibibytes(1))
                        .save(new SelectedSandbox(sandbox, selection), "SomeTests.fails", until);
            }
        }
    }
}
