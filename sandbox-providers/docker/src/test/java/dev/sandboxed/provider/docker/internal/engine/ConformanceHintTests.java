package dev.sandboxed.provider.docker.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.provider.docker.internal.NeedsDocker;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kit once led the provider to the usual socket, where nobody listened, and said that it did not recover. */
@NeedsDocker
class ConformanceHintTests {

    private static final String HINTS = "META-INF/sandboxed/conformance/docker.properties";

    @TempDir
    Path scratch;

    private Path recovered(Map<String, String> environment) throws IOException, InterruptedException {
        Properties hints = new Properties();
        try (InputStream file = Engine.class.getClassLoader().getResourceAsStream(HINTS)) {
            hints.load(file);
        }
        ProcessBuilder shell = new ProcessBuilder("/bin/sh", "-c", hints.getProperty("recover"));
        shell.environment().keySet().removeAll(List.of("DOCKER_HOST", "DOCKER_CONTEXT"));
        shell.environment().putAll(Map.of("SCRATCH", scratch.toString(), "DOCKER_CONFIG", scratch.toString()));
        shell.environment().putAll(environment);
        assertThat(shell.inheritIO().start().waitFor()).isZero();
        return Files.readSymbolicLink(scratch.resolve("docker.sock"));
    }

    @Test
    void theRuntimeIsReachedAgainAtTheSocketThatWasAskedFor() throws Exception {
        assertThat(recovered(Map.of("DOCKER_HOST", "unix:///run/of its own/engine.sock")))
                .isEqualTo(Path.of("/run/of its own/engine.sock"));
    }

    @Test
    void itIsReachedAgainAtTheUsualOneIfNoneWasAskedFor() throws Exception {
        assertThat(recovered(Map.of())).isEqualTo(Path.of("/var/run/docker.sock"));
    }
}
