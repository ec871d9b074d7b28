package dev.sandboxed.provider.docker.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.linux.internal.host.KernelFiles;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KernelFilesTests extends EngineTest {

    @Override
    protected Map<String, String> settings() {
        return Map.of("runtime", "runc");
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
