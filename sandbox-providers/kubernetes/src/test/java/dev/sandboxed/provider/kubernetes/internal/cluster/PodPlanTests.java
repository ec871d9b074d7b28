package dev.sandboxed.provider.kubernetes.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Owner;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import dev.sandboxed.process.internal.owner.Ownership;
import dev.sandboxed.process.internal.owner.SandboxMetadata;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a sandbox is asked for as. */
class PodPlanTests {

    private static final OwnerReference LEASE =
            new OwnerReferenceBuilder().withName("lease").withUid("u").build();

    private static Pod pod(SandboxSpec spec) {
        return pod(spec, Duration.ofHours(1));
    }

    private static Pod pod(SandboxSpec spec, Duration longest) {
        Ownership ownership =
                new Ownership(ProcessWorld.current(), Owner.current(), Instant.parse("2026-01-02T03:04:05Z"), null);
        SandboxMetadata metadata = new SandboxMetadata("kubernetes-1", ownership, spec.labels());
        PodDefaults defaults = new PodDefaults("usual", null, 65_532, longest, DataSize.ofMebibytes(16));
        return new PodPlan(metadata, spec, defaults, LEASE).pod();
    }

    private static Container container(SandboxSpec spec) {
        return pod(spec).getSpec().getContainers().get(0);
    }

    private static Map<String, String> variables(SandboxSpec spec) {
        return container(spec).getEnv().stream().collect(Collectors.toMap(EnvVar::getName, EnvVar::getValue));
    }

    @Test
    void itIsAdmittedWherePodsAreRestricted() {
        Pod pod = pod(SandboxSpec.defaults());

        assertThat(pod.getSpec().getSecurityContext()).satisfies(security -> {
            assertThat(security.getRunAsNonRoot()).isTrue();
            assertThat(security.getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
        });
        assertThat(container(SandboxSpec.defaults()).getSecurityContext()).satisfies(security -> {
            assertThat(security.getAllowPrivilegeEscalation()).isFalse();
            assertThat(security.getCapabilities().getDrop()).containsExactly("ALL");
        });
        assertThat(pod.getSpec().getAutomountServiceAccountToken()).isFalse();
        assertThat(pod.getSpec().getEnableServiceLinks()).isFalse();
    }

    @Test
    void itIsRemovedWithItsLeaseAndEndsByItself() {
        Pod pod = pod(living(Duration.ofMinutes(2)));

        assertThat(pod.getMetadata().getOwnerReferences()).containsExactly(LEASE);
        assertThat(pod(SandboxSpec.defaults()).getSpec().getActiveDeadlineSeconds())
                .isEqualTo(3600);
    }

    private static SandboxSpec living(Duration life) {
        return SandboxSpec.builder()
                .timeToLive(life)
                .startupTimeout(Duration.ofSeconds(90))
                .build();
    }

    /** A node counts from when it is given the pod. */
    @Test
    void fetchingTheImageTookFromTheTimeToLive() {
        assertThat(pod(living(Duration.ofMinutes(2))).getSpec().getActiveDeadlineSeconds())
                .isEqualTo(120 + 90 + 5);
    }

    @Test
    void itIsGivenNoMoreTimeThanAClusterTakes() {
        assertThat(pod(SandboxSpec.defaults(), Duration.ofDays(100_000))
                        .getSpec()
                        .getActiveDeadlineSeconds())
                .isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void whatIsWrittenOnItIsReadAgain() {
        SandboxSpec spec = SandboxSpec.builder()
                .label("What:is/it?", "for a test, with spaces")
                .build();

        assertThat(new PodState(pod(spec)).metadata()).hasValueSatisfying(metadata -> {
            assertThat(metadata.id()).isEqualTo("kubernetes-1");
            assertThat(metadata.labels()).containsEntry("What:is/it?", "for a test, with spaces");
        });
    }

    /** The cluster puts values of other variables in where it finds a dollar and a bracket, and takes two dollars for one. */
    @Test
    void variablesArriveAsTheyWere() {
        assertThat(variables(SandboxSpec.builder().env("PRICE", "$$5 $(HOME)").build()))
                .containsEntry("PRICE", "$$$$5 $$(HOME)");
    }

    @Test
    void variablesThatNoShellCouldHandOnAreLeftToTheCommands() {
        assertThat(variables(SandboxSpec.builder().env("a.b", "c").build())).doesNotContainKey("a.b");
    }

    @Test
    void secretsAreNotWrittenDown() {
        assertThat(variables(SandboxSpec.builder()
                                .secret("KEY", Secret.of("hidden word"))
                                .build())
                        .values())
                .noneMatch(value -> value.contains("hidden word"));
    }

    @Test
    void whatIsAskedForIsWhatIsAllowed() {
        Limits limits = Limits.builder().cpus(1.5).memory(DataSize.parse("64m")).build();
        Container container = container(SandboxSpec.builder().limits(limits).build());

        assertThat(container.getResources().getLimits())
                .containsEntry("cpu", new Quantity("1500m"))
                .containsEntry("memory", new Quantity(String.valueOf(64L << 20)));
        assertThat(container.getResources().getRequests())
                .containsEntry("cpu", new Quantity("1500m"))
                .containsEntry("memory", new Quantity(String.valueOf(64L << 20)));
    }

    /** None at all are as many as the node has. */
    @Test
    void aTinyPartOfAProcessorBecameAllOfThem() {
        Limits limits = Limits.builder().cpus(0.0005).build();

        assertThat(container(SandboxSpec.builder().limits(limits).build())
                        .getResources()
                        .getLimits())
                .containsEntry("cpu", new Quantity("1m"));
    }

    @Test
    void oneThatFillsADiskIsEvictedAndNoneIsRefusedForWhatItDoesNotUse() {
        Container container = container(SandboxSpec.defaults());

        assertThat(container.getResources().getLimits())
                .containsEntry("ephemeral-storage", new Quantity(String.valueOf(16L << 20)));
        assertThat(container.getResources().getRequests()).containsEntry("ephemeral-storage", new Quantity("0"));
    }

    @Test
    void aRootThatIsReadOnlyLeavesRoomForWorkAndForTemporaryFiles() {
        Container container = container(
                SandboxSpec.builder().readOnlyRoot(true).workdir("/work").build());

        assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
        assertThat(container.getVolumeMounts())
                .extracting(VolumeMount::getMountPath)
                .containsExactlyInAnyOrder("/work", "/tmp", "/var/tmp");
    }
}
