package dev.sandboxed.provider.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.docker.engine.Engine;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NeedsDocker
class RuntimeTests {

    @TempDir
    Path state;

    private ProviderContext context;
    private Engine engine;
    private SandboxProvider provider;

    @BeforeEach
    void openAProvider() {
        context = EngineRequired.hostContext(state);
        engine = Engine.of(context);
        provider = new DockerProviderFactory().open(context);
    }

    @AfterEach
    void closeIt() {
        provider.close();
        engine.close();
    }

    private void assumeGvisor() {
        assumeTrue(engine.info().runtimes().containsKey("runsc"), "the engine knows runsc");
    }

    private static SandboxSpec on(String runtime) {
        return SandboxSpec.builder().option("runtime", runtime).build();
    }

    @Test
    void aSandboxOnGvisorSaysSoAndHasAnotherKernel() {
        assumeGvisor();
        try (Sandbox sandbox = provider.create(on("runsc"))) {
            assertThat(sandbox.info().isolation()).isEqualTo(Isolation.USERSPACE_KERNEL);
            assertThat(sandbox.shell("cat /proc/version").orThrow().stdout())
                    .doesNotContain(engine.info().machine().kernel());
            assertThat(provider.list()).extracting(SandboxInfo::isolation).contains(Isolation.USERSPACE_KERNEL);
        }
    }

    @Test
    void theOptionOfASpecWinsOverTheSettingOfTheProvider() {
        assumeGvisor();
        try (SandboxProvider gvisor =
                        new DockerProviderFactory().open(context.withSettings(Map.of("runtime", "runsc")));
                Sandbox sandbox = gvisor.create(on("runc"))) {
            assertThat(gvisor.capabilities().isolation()).isEqualTo(Isolation.USERSPACE_KERNEL);
            assertThat(sandbox.info().isolation()).isEqualTo(Isolation.CONTAINER);
            assertThat(sandbox.shell("cat /proc/version").orThrow().stdout())
                    .contains(engine.info().machine().kernel());
        }
    }

    @Test
    void aRuntimeThatTheEngineDoesNotKnowIsRefusedWithThoseItKnows() {
        assertThatThrownBy(() -> provider.create(on("runsk")))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("'runsk'")
                .hasMessageContaining("runc");
    }

    @Test
    void aProviderWhoseRuntimeIsUnknownStillTellsWhatItCanDo() {
        try (SandboxProvider wrong =
                new DockerProviderFactory().open(context.withSettings(Map.of("runtime", "runsk")))) {
            assertThat(wrong.capabilities().isolation()).isEqualTo(Isolation.CONTAINER);
            assertThatThrownBy(() -> wrong.create(SandboxSpec.defaults()))
                    .isInstanceOf(SandboxStartException.class)
                    .hasMessageContaining("'runsk'");
        }
    }
}
