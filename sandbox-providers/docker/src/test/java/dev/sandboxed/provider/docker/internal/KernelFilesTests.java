package dev.sandboxed.provider.docker.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.linux.internal.host.KernelFiles;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@NeedsDocker
@Timeout(120)
class KernelFilesTests {

    @TempDir
    Path state;

    private SandboxProvider provider;

    @BeforeEach
    void openAProvider() {
        provider = new DockerProviderFactory()
                .open(EngineRequired.hostContext(state).withSettings(Map.of("runtime", "runc")));
    }

    @AfterEach
    void closeIt() {
        provider.close();
    }

    @Test
    void whatTheKernelTellsRootOfTheHostCannotBeRead() {
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            for (String path : KernelFiles.hidden()) {
                String seen = sandbox.shell("if [ -d '" + path + "' ]; then ls -A '" + path + "'; else head -c 100 '"
                                + path + "'; fi 2>/dev/null | tr -d '\\0'")
                        .stdout();
                assertThat(seen).as(path).isEmpty();
            }
        }
    }

    @Test
    void whatSetsTheHostUpCannotBeWritten() {
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            for (String path : KernelFiles.readOnly()) {
                assertThat(sandbox.shell("[ ! -e '" + path + "' ] || grep -E ' " + path + " [^ ]+ ro[, ]' /proc/mounts")
                                .succeeded())
                        .as(path)
                        .isTrue();
            }
        }
    }
}
