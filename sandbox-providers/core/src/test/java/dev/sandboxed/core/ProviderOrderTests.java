package dev.sandboxed.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.capability.Isolation;
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
        List<String> sorted = ProviderOrder.sorted(List.of(
                ProviderOrder.rankOf("my-process", Isolation.PROCESS),
                ProviderOrder.rankOf("my-folder", Isolation.FILESYSTEM),
                ProviderOrder.rankOf("my-vm", Isolation.MICROVM),
                ProviderOrder.rankOf("b-box", Isolation.CONTAINER),
                ProviderOrder.rankOf("a-box", Isolation.CONTAINER),
                ProviderOrder.rankOf("firecracker"),
                ProviderOrder.rankOf("qemu"),
                ProviderOrder.rankOf("gvisor"),
                ProviderOrder.rankOf("docker"),
                ProviderOrder.rankOf("e2b"),
                ProviderOrder.rankOf("subprocess")));

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
}
