package dev.sandboxed.provider.docker.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.provider.docker.internal.container.Confinement;
import dev.sandboxed.provider.docker.internal.engine.ApiLevel;
import dev.sandboxed.provider.docker.internal.engine.EngineInfo;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfinementTests {

    private static final String KERNEL = "6.1.0-18-amd64";
    private static final String HOST = "Linux version " + KERNEL + " (debian-kernel@lists.debian.org) #1 SMP";
    private static final String LONGER = "Linux version " + KERNEL + "-kata (somebody@example) #1 SMP";
    private static final String MACHINE = "Linux version 6.12.8 (root@kata) #1 SMP";
    private static final String OLD_GVISOR = "Linux version 4.4.0 #1 SMP Sun Jan 10 15:06:54 PST 2016";
    private static final String NEW_GVISOR = "Linux version 4.19.0-gvisor #1 SMP Sun Jan 10 15:06:54 PST 2016";

    private static EngineInfo engine(String kernel) {
        return new EngineInfo(
                "Docker",
                "28.5.0",
                ApiLevel.NEWEST,
                false,
                2,
                Map.of(
                        "runc", "runc",
                        "runsc", "/usr/local/bin/runsc --network=none",
                        "safe", "/opt/gvisor/runsc",
                        "kata", "/usr/bin/containerd-shim-kata-v2",
                        "io.containerd.kata.v2", "",
                        "fast", "/opt/runsc-tools/crun"),
                "runc",
                new EngineInfo.Storage("overlay2", "extfs", "/var/lib/docker"),
                new EngineInfo.Machine("linux", "x86_64", kernel, 2, DataSize.ofGibibytes(4)));
    }

    private static Isolation verified(String runtime, String inside) {
        return Confinement.of(runtime, engine(KERNEL)).verify(inside, engine(KERNEL));
    }

    @ParameterizedTest
    @CsvSource({
        ",                      CONTAINER",
        "runc,                  CONTAINER",
        "fast,                  CONTAINER",
        "runsc,                 USERSPACE_KERNEL",
        "safe,                  USERSPACE_KERNEL",
        "kata,                  MICROVM",
        "io.containerd.kata.v2, MICROVM"
    })
    void aRuntimePromisesWhatItsNameOrItsProgramSays(String runtime, Isolation promised) {
        assertThat(Confinement.of(runtime, engine(KERNEL)).promised()).isEqualTo(promised);
    }

    @Test
    void aRuntimeThatIsNotThereIsRefusedWithThoseThatAre() {
        assertThatThrownBy(() -> Confinement.of("runsk", engine(KERNEL)))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("'runsk'")
                .hasMessageContaining("kata, runc, runsc, safe");
    }

    @Test
    void whatKeepsItsPromiseHasTheLevelThatItPromised() {
        assertThat(verified("runc", HOST)).isEqualTo(Isolation.CONTAINER);
        assertThat(verified("runsc", OLD_GVISOR)).isEqualTo(Isolation.USERSPACE_KERNEL);
        assertThat(verified("runsc", NEW_GVISOR)).isEqualTo(Isolation.USERSPACE_KERNEL);
        assertThat(verified("kata", MACHINE)).isEqualTo(Isolation.MICROVM);
        assertThat(verified("kata", LONGER)).isEqualTo(Isolation.MICROVM);
    }

    @Test
    void aPromiseOfLessIsNotRaisedByWhatIsFoundInside() {
        assertThat(verified("runc", MACHINE)).isEqualTo(Isolation.CONTAINER);
        assertThat(verified("runc", OLD_GVISOR)).isEqualTo(Isolation.CONTAINER);
        assertThat(verified("runsc", MACHINE)).isEqualTo(Isolation.USERSPACE_KERNEL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"runsc", "safe", "kata"})
    void aRuntimeThatRunsOnTheKernelOfTheEngineIsRefused(String runtime) {
        assertThatThrownBy(() -> verified(runtime, HOST))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("'" + runtime + "'")
                .hasMessageContaining(KERNEL)
                .hasMessageContaining("container");
    }

    @ParameterizedTest
    @ValueSource(strings = {OLD_GVISOR, NEW_GVISOR})
    void gvisorIsNoMachineOfItsOwn(String kernel) {
        assertThatThrownBy(() -> verified("kata", kernel))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("userspace-kernel");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void aKernelThatSaysNothingProvesNothing(String silent) {
        assertThat(verified("runc", silent)).isEqualTo(Isolation.CONTAINER);
        assertThatThrownBy(() -> verified("runsc", silent)).isInstanceOf(SandboxStartException.class);
        assertThatThrownBy(() -> verified("kata", silent)).isInstanceOf(SandboxStartException.class);
    }

    @Test
    void anEngineThatDoesNotTellItsKernelProvesNothing() {
        Confinement kata = Confinement.of("kata", engine(""));

        assertThatThrownBy(() -> kata.verify(MACHINE, engine(""))).isInstanceOf(SandboxStartException.class);
    }

    @Test
    void aRuntimeWithoutANetworkIsKnownByItsArguments() {
        assertThat(Confinement.of("runsc", engine(KERNEL)).hasNetwork(engine(KERNEL)))
                .isFalse();
        assertThat(Confinement.of("safe", engine(KERNEL)).hasNetwork(engine(KERNEL)))
                .isTrue();
        assertThat(Confinement.of(null, engine(KERNEL)).hasNetwork(engine(KERNEL)))
                .isTrue();
    }
}
