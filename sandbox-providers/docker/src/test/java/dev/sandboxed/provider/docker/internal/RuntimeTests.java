package dev.sandboxed.provider.docker.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.SandboxSpec;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RuntimeTests extends EngineTest {

    private void assumeGvisor() {
        assumeTrue(engine.info().runtimes().containsKey("runsc"), "the engine knows runsc");
    }

    private SandboxProvider set(String runtime) {
        return open(context -> context.withSettings(Map.of("runtime", runtime)));
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

    /** A floor is held against what the provider declares, and must hold for every sandbox of it. */
    @Test
    void anOptionCannotMakeTheWallWeakerThanTheSettingDeclares() {
        assumeGvisor();
        try (SandboxProvider gvisor = set("runsc")) {
            assertThat(gvisor.capabilities().isolation()).isEqualTo(Isolation.USERSPACE_KERNEL);
            assertThatThrownBy(() -> gvisor.create(on("runc")))
                    .isInstanceOf(SandboxStartException.class)
                    .hasMessageContaining("'runc'")
                    .hasMessageContaining("'runsc'")
                    .hasMessageContaining("userspace-kernel")
                    .hasMessageContaining("sandbox.docker.runtime");
            // Others may use the same engine.
            assertThat(gvisor.list())
                    .extracting(info -> info.owner().pid())
                    .doesNotContain(ProcessHandle.current().pid());
        }
    }

    @Test
    void anOptionWinsOverTheSettingWhereTheWallIsAsStrongOrStronger() {
        assumeGvisor();
        try (SandboxProvider container = set("runc");
                Sandbox stronger = container.create(on("runsc"));
                Sandbox same = container.create(on("runc"))) {
            assertThat(stronger.info().isolation()).isEqualTo(Isolation.USERSPACE_KERNEL);
            assertThat(same.info().isolation()).isEqualTo(Isolation.CONTAINER);
        }
    }

    /** The kernel of gVisor has its own processes, which the engine cannot count. */
    @Test
    void aLimitThatTheRuntimeOfTheOptionCannotKeepIsRefusedAndNotForgotten() {
        assumeGvisor();
        SandboxSpec spec = SandboxSpec.builder()
                .option("runtime", "runsc")
                .limits(Limits.builder().processes(20).build())
                .build();
        assertThat(provider.capabilities().has(Capability.LIMIT_PIDS)).isTrue();

        assertThatThrownBy(() -> provider.create(spec))
                .isInstanceOfSatisfying(
                        UnsupportedCapabilityException.class,
                        refusal -> assertThat(refusal.capability()).isEqualTo(Capability.LIMIT_PIDS));
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
        try (SandboxProvider wrong = set("runsk")) {
            assertThat(wrong.capabilities().isolation()).isEqualTo(Isolation.CONTAINER);
            assertThatThrownBy(() -> wrong.create(SandboxSpec.defaults()))
                    .isInstanceOf(SandboxStartException.class)
                    .hasMessageContaining("'runsk'");
        }
    }
}
