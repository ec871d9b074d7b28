package dev.sandboxed.provider.kubernetes.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.capability.Isolation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What may be said about the cluster and the pods. */
class KubernetesSettingsTests {

    private static final ProviderContext PLAIN = ProviderContext.in(Path.of("state"));

    private static KubernetesSettings read(Map<String, String> settings) {
        return KubernetesSettings.of(PLAIN.withSettings(settings));
    }

    @Test
    void theSettingWinsOverOurVariableAndThatOverTheUsualOne() {
        Map<String, String> both = Map.of("SANDBOX_KUBECONFIG", "/ours", "KUBECONFIG", "/usual");

        assertThat(KubernetesSettings.of(PLAIN.withEnvironment(Map.of("KUBECONFIG", "/usual")))
                        .kubeconfig())
                .isEqualTo("/usual");
        assertThat(KubernetesSettings.of(PLAIN.withEnvironment(both)).kubeconfig())
                .isEqualTo("/ours");
        assertThat(KubernetesSettings.of(PLAIN.withEnvironment(both).withSettings(Map.of("kubeconfig", "/said")))
                        .kubeconfig())
                .isEqualTo("/said");
    }

    @ParameterizedTest
    @CsvSource({
        "gvisor, USERSPACE_KERNEL",
        "runsc-ptrace, USERSPACE_KERNEL",
        "kata-qemu, MICROVM",
        "crun, CONTAINER",
    })
    void whatARuntimeClassIsIsReadFromItsName(String runtimeClass, Isolation isolation) {
        assertThat(read(Map.of("runtimeClass", runtimeClass)).isolation()).isEqualTo(isolation);
    }

    @Test
    void theIsolationThatIsSaidWinsOverTheNameOfTheClass() {
        assertThat(read(Map.of("runtimeClass", "gvisor", "isolation", "container"))
                        .isolation())
                .isEqualTo(Isolation.CONTAINER);
    }

    @ParameterizedTest
    @CsvSource({
        "user, 0",
        "user, root",
        "isolation, strong",
        "isolation, microvm",
        "lease, 0s",
        "lease, soon",
        "longest, -1h",
        "storage, much",
        "storage, 0"
    })
    void whatCannotBeRightIsRefusedByName(String name, String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(Map.of(name, value)))
                .withMessageContaining("sandbox.kubernetes." + name + " is '" + value + "'; give ");
    }

    @Test
    void timesAreWrittenAsEverywhere() {
        assertThat(read(Map.of("lease", "90s")).lease()).isEqualTo(Duration.ofSeconds(90));
    }
}
