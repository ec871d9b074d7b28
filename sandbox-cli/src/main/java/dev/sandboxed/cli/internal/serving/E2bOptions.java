package dev.sandboxed.cli.internal.serving;

import dev.sandboxed.serve.E2bSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How sandboxes are served as E2B does. */
public final class E2bOptions {

    @Option(
            names = "--api-port",
            paramLabel = "N",
            description = "where sandboxes are created (default: any free port)")
    private @Nullable Integer apiPort;

    @Option(
            names = "--sandbox-port",
            paramLabel = "N",
            description = "where the sandboxes themselves are reached (default: any free port)")
    private @Nullable Integer sandboxPort;

    @Option(names = "--key", paramLabel = "KEY", description = "what clients must send (default: one is made up)")
    private @Nullable String key;

    /**
     * Returns the settings.
     *
     * @throws IllegalArgumentException if one cannot be
     */
    public E2bSettings settings() {
        E2bSettings settings =
                E2bSettings.DEFAULT.withPorts(apiPort == null ? 0 : apiPort, sandboxPort == null ? 0 : sandboxPort);
        return key == null ? settings : settings.withApiKey(key);
    }
}
