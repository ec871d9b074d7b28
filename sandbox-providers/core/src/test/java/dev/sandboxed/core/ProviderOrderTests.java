package dev.sandboxed.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProviderOrderTests {

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
        ProviderOrder order = new ProviderOrder(ProviderRequest.Preference.NONE);
        List<String> sorted = ProviderOrder.sorted(List.of(
                order.rankOf("my-process", Capabilities.of(Isolation.PROCESS)),
                order.rankOf("my-folder", Capabilities.of(Isolation.FILESYSTEM)),
                order.rankOf("my-vm", Capabilities.of(Isolation.MICROVM)),
                order.rankOf("b-box", Capabilities.of(Isolation.CONTAINER)),
                order.rankOf("a-box", Capabilities.of(Isolation.CONTAINER)),
                order.rankOf("firecracker"),
                order.rankOf("qemu"),
                order.rankOf("gvisor"),
                order.rankOf("docker"),
                order.rankOf("e2b"),
                order.rankOf("subprocess")));

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
        ProviderOrder order = new ProviderOrder(new ProviderRequest.Preference(Workload.SERVICE, Prefer.ISOLATION));
        assertThat(ProviderOrder.sorted(
                        List.of(order.rankOf("firecracker"), order.rankOf("docker"), order.rankOf("gvisor"))))
                .containsExactly("gvisor", "firecracker", "docker");
    }

    @Test
    void speedOrdersByTheDeclaredStartUp() {
        ProviderOrder order = new ProviderOrder(new ProviderRequest.Preference(Workload.ANY, Prefer.SPEED));
        Capabilities slow = Capabilities.of(Isolation.MICROVM).withStartup(Duration.ofSeconds(1));
        Capabilities quick = Capabilities.of(Isolation.PROCESS).withStartup(Duration.ofMillis(5));
        assertThat(order.needsCapabilities("firecracker")).isTrue();
        assertThat(ProviderOrder.sorted(List.of(order.rankOf("firecracker", slow), order.rankOf("subprocess", quick))))
                .containsExactly("subprocess", "firecracker");
    }
}
