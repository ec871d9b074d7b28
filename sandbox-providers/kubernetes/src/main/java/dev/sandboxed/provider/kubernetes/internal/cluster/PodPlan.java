package dev.sandboxed.provider.kubernetes.internal.cluster;

import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.guest.exec.SupervisorScript;
import dev.sandboxed.process.internal.owner.SandboxMetadata;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a sandbox is asked for as: a pod of one container that is admitted where pods are "restricted".
 *
 * @param metadata what is written on it
 * @param spec what it is made from
 * @param defaults what holds for all pods
 * @param lease what it is removed with
 */
public record PodPlan(SandboxMetadata metadata, SandboxSpec spec, PodDefaults defaults, OwnerReference lease) {

    /** The name of the container. */
    public static final String CONTAINER = "sandbox";

    /** What can be asked for is a label; the rest need not fit into one. */
    private static final String ID = "dev.sandboxed.id";

    /** One word for all, since names of annotations are short and plain, and those of a spec's labels need not be. */
    static final String METADATA = "dev.sandboxed/metadata";

    /**
     * Whatever loses its parent becomes a child of this one, which waits for it. Of one that ends well when it is told to, the cluster
     * says no more than that, even if it was evicted.
     */
    private static final String INIT = "trap 'exit 143' TERM; while :; do sleep 86400 & wait; done";

    private static final String STORAGE = "ephemeral-storage";
    private static final Map<String, String> TEMPORARY = Map.of("tmp", "/tmp", "var-tmp", "/var/tmp");
    private static final Duration SPARE = Duration.ofSeconds(5);

    /** What a cluster takes. */
    private static final long LONGEST_SECONDS = Integer.MAX_VALUE;

    /** Returns the labels that all of our pods have, and nobody else's. */
    public static Map<String, String> ours() {
        return SandboxMetadata.OURS;
    }

    /** Returns the pod. */
    public Pod pod() {
        Map<String, String> labels = new HashMap<>(ours());
        labels.put(ID, metadata.id());
        Map<String, String> writable = writable();
        return new PodBuilder()
                .withNewMetadata()
                .withName(metadata.id())
                .withLabels(labels)
                .withAnnotations(Map.of(METADATA, Serialization.asJson(metadata.written())))
                .withOwnerReferences(lease)
                .endMetadata()
                .withNewSpec()
                .withRestartPolicy("Never")
                .withRuntimeClassName(defaults.runtimeClass())
                .withAutomountServiceAccountToken(false)
                .withEnableServiceLinks(false)
                .withTerminationGracePeriodSeconds(0L)
                .withActiveDeadlineSeconds(longest())
                .withNewSecurityContext()
                .withRunAsNonRoot(true)
                .withRunAsUser(defaults.user())
                .withRunAsGroup(defaults.user())
                .withFsGroup(defaults.user())
                .withNewSeccompProfile()
                .withType("RuntimeDefault")
                .endSeccompProfile()
                .endSecurityContext()
                .withVolumes(writable.keySet().stream().map(PodPlan::volume).toList())
                .withContainers(container(writable))
                .endSpec()
                .build();
    }

    /** A node counts from when it is given the pod, so that the image is fetched in that time, too. */
    private long longest() {
        Duration longest = spec.timeToLive()
                .map(life -> life.plus(spec.startupTimeout()).plus(SPARE))
                .orElse(defaults.longest());
        return Math.min(longest.toSeconds(), LONGEST_SECONDS);
    }

    private Container container(Map<String, String> writable) {
        return new ContainerBuilder()
                .withName(CONTAINER)
                .withImage(spec.image().orElse(defaults.image()))
                .withImagePullPolicy("IfNotPresent")
                .withCommand("/bin/sh", "-c", INIT)
                .withWorkingDir("/")
                .withEnv(variables())
                .withResources(resources())
                .withVolumeMounts(
                        writable.entrySet().stream().map(PodPlan::mount).toList())
                .withNewSecurityContext()
                .withAllowPrivilegeEscalation(false)
                .withReadOnlyRootFilesystem(spec.readOnlyRoot())
                .withNewCapabilities()
                .withDrop("ALL")
                .endCapabilities()
                .endSecurityContext()
                .build();
    }

    /** A process is started with arguments and no variables, so that it has those of its container. */
    private List<EnvVar> variables() {
        Map<String, String> all = new HashMap<>();
        all.put("HOME", spec.workdir());
        spec.env().forEach((name, value) -> {
            // What a shell could not hand on comes with each command.
            if (name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
                all.put(name, value);
            }
        });
        all.putAll(SupervisorScript.drainingEnvironment());
        // Else the cluster would put the values of other variables in.
        return all.entrySet().stream()
                .map(entry -> new EnvVar(entry.getKey(), entry.getValue().replace("$", "$$"), null))
                .toList();
    }

    /** Returns the folders that are volumes, by names of ours: those of folders may be anything. */
    private Map<String, String> writable() {
        Map<String, String> folders = new TreeMap<>(Map.of("work", spec.workdir()));
        if (spec.readOnlyRoot()) {
            TEMPORARY.forEach((name, folder) -> {
                if (!folder.equals(spec.workdir())) {
                    folders.put(name, folder);
                }
            });
        }
        return folders;
    }

    private static Volume volume(String name) {
        return new VolumeBuilder()
                .withName(name)
                .withNewEmptyDir()
                .endEmptyDir()
                .build();
    }

    private static VolumeMount mount(Map.Entry<String, String> folder) {
        return new VolumeMountBuilder()
                .withName(folder.getKey())
                .withMountPath(folder.getValue())
                .build();
    }

    /** What is asked for is what is allowed, but for the disk, of which hardly any sandbox uses much. */
    private ResourceRequirements resources() {
        Limits limits = spec.limits();
        Map<String, Quantity> quantities = new HashMap<>();
        limits.cpus().ifPresent(cpus -> quantities.put("cpu", new Quantity(thousandths(cpus) + "m")));
        limits.memory().map(DataSize::bytes).ifPresent(bytes -> quantities.put("memory", new Quantity("" + bytes)));
        return new ResourceRequirementsBuilder()
                .withLimits(quantities)
                .withRequests(quantities)
                .addToLimits(STORAGE, new Quantity("" + defaults.storage().bytes()))
                .addToRequests(STORAGE, new Quantity("0"))
                .build();
    }

    /** A cluster takes none for as many as there are. */
    private static BigInteger thousandths(double cpus) {
        return BigDecimal.valueOf(cpus).movePointRight(3).toBigInteger().max(BigInteger.ONE);
    }
}
