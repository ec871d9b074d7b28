package dev.sandboxed.provider.kubernetes.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.kubernetes.internal.lab.ClusterRequired;
import dev.sandboxed.provider.kubernetes.internal.lab.LabCluster;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** A runtime class that brings a kernel of its own, and one that only says so. */
@ClusterRequired
@Timeout(60)
class RuntimeClassTests {

    @TempDir
    private Path state;

    private KubernetesProvider provider(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(LabCluster.settings());
        settings.putAll(more);
        return new KubernetesProvider(ProviderContext.in(state).withSettings(settings));
    }

    @Test
    @EnabledIfEnvironmentVariable(
            named = LabCluster.RUNTIME_CLASS,
            matches = ".+",
            disabledReason =
                    "SANDBOX_TEST_RUNTIME_CLASS names no runtime class of gVisor; ./sandboxed lab kubernetes has one")
    void thatOfGvisorHasAKernelOfItsOwn() {
        String gvisor = System.getenv(LabCluster.RUNTIME_CLASS);
        try (KubernetesProvider provider = provider(Map.of("runtimeClass", gvisor));
                Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            assertThat(sandbox.info().isolation()).isEqualTo(Isolation.USERSPACE_KERNEL);
            assertThat(sandbox.exec("dmesg").stdout()).contains("Starting gVisor");
        }
    }

    @Test
    void oneWhoseKernelIsTheHostsIsNotTakenForGvisor() {
        try (KubernetesProvider provider = provider(Map.of("isolation", "userspace-kernel"))) {
            assertThatExceptionOfType(SandboxStartException.class)
                    .isThrownBy(() -> provider.create(SandboxSpec.defaults()))
                    .withMessageContaining("should bring a kernel of its own")
                    .withMessageContaining("Linux");
            assertThat(provider.list()).isEmpty();
        }
    }
}
