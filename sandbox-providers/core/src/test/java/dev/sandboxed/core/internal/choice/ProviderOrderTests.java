package dev.sandboxed.core.internal.choice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.core.config.Deployment;
import dev.sandboxed.core.config.Prefer;
import dev.sandboxed.core.config.Workload;
import dev.sandboxed.core.internal.startup.StartupFile;
import dev.sandboxed.core.internal.startup.StartupTimes;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProviderOrderTests {

    private static final Capabilities SLOW = Capabilities.of(Isolation.MICROVM).withStartup(Duration.ofSeconds(1));
    private static final Capabilities QUICK = Capabilities.of(Isolation.PROCESS).withStartup(Duration.ofMillis(5));

    private final StartupTimes startups = new StartupTimes(StartupFile.nowhere());

    @Test
    void theChainIsTheOneOfTheDocumentation() {
        assertThat(ProviderOrder.knownNames())
                .containsExactly(
                        "firecracker",
                        "qemu",
                        "gvisor",
                        "runc",
                        "docker",
                        "bubblewrap",
                        "e2b",
                        "subprocess",
                        "http",
                        "microvmctl",
                        "proot",
                        "worktree");
        assertThat(ProviderOrder.knownNames().stream().filter(ProviderOrder::isOnlyWhenNamed))
                .containsExactly("http", "microvmctl", "proot", "worktree");
    }

    @Test
    void othersComeAfterTheKnownOnesThatIsolateAsStrongly() {
        ProviderOrder order = order(ProviderRequest.Preference.NONE);
        List<String> sorted = order.sorted(List.of(
                order.candidate("my-process", Capabilities.of(Isolation.PROCESS)),
                order.candidate("my-folder", Capabilities.of(Isolation.FILESYSTEM)),
                order.candidate("my-vm", Capabilities.of(Isolation.MICROVM)),
                order.candidate("b-box", Capabilities.of(Isolation.CONTAINER)),
                order.candidate("a-box", Capabilities.of(Isolation.CONTAINER)),
                order.candidate("firecracker"),
                order.candidate("qemu"),
                order.candidate("gvisor"),
                order.candidate("docker"),
                order.candidate("e2b"),
                order.candidate("subprocess")));

        assertThat(sorted)
                .containsExactly(
                        "firecracker",
                        "qemu",
                        "my-vm",
                        "gvisor",
                        "docker",
                        "a-box",
                        "b-box",
                        "e2b",
                        "my-folder",
                        "subprocess",
                        "my-process");
    }

    @Test
    void servicesTakeTheKernelInUserSpaceBeforeVirtualMachines() {
        ProviderOrder order =
                order(new ProviderRequest.Preference(Workload.SERVICE, Prefer.ISOLATION, Deployment.SELF_HOSTED));
        assertThat(order.sorted(
                        List.of(order.candidate("firecracker"), order.candidate("docker"), order.candidate("gvisor"))))
                .containsExactly("gvisor", "firecracker", "docker");
    }

    @Test
    void speedOrdersByTheDeclaredStartUp() {
        ProviderOrder order = order(new ProviderRequest.Preference(Workload.ANY, Prefer.SPEED, Deployment.SELF_HOSTED));
        assertThat(order.needsCapabilities("firecracker")).isTrue();
        assertThat(order.sorted(List.of(order.candidate("firecracker", SLOW), order.candidate("subprocess", QUICK))))
                .containsExactly("subprocess", "firecracker");
    }

    @Test
    void speedOrdersByTheMeasuredStartUpWhereThereIsOne() {
        startups.took("firecracker", Duration.ofSeconds(1));
        startups.took("firecracker", Duration.ofMillis(2));
        ProviderOrder order = order(new ProviderRequest.Preference(Workload.ANY, Prefer.SPEED, Deployment.SELF_HOSTED));

        assertThat(order.sorted(List.of(order.candidate("subprocess", QUICK), order.candidate("firecracker", SLOW))))
                .containsExactly("firecracker", "subprocess");
    }

    @Test
    void managedAsksTheServiceFirstAndGoesOnWithTheChain() {
        ProviderOrder order = order(new ProviderRequest.Preference(Workload.ANY, Prefer.ISOLATION, Deployment.MANAGED));

        assertThat(order.sorted(List.of(
                        order.candidate("subprocess"),
                        order.candidate("firecracker"),
                        order.candidate("e2b"),
                        order.candidate("docker"))))
                .containsExactly("e2b", "firecracker", "docker", "subprocess");
    }

    private ProviderOrder order(ProviderRequest.Preference preference) {
        return new ProviderOrder(preference, startups);
    }
}
