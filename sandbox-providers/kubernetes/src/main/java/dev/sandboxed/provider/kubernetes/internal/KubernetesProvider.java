package dev.sandboxed.provider.kubernetes.internal;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.AbstractSandboxProvider;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.guest.exec.SupervisorScript;
import dev.sandboxed.guest.internal.start.GuestStart;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import dev.sandboxed.process.internal.owner.Ownership;
import dev.sandboxed.process.internal.owner.Reaping;
import dev.sandboxed.process.internal.owner.SandboxMetadata;
import dev.sandboxed.provider.kubernetes.internal.cluster.Cluster;
import dev.sandboxed.provider.kubernetes.internal.cluster.ClusterAddress;
import dev.sandboxed.provider.kubernetes.internal.cluster.ClusterDetails;
import dev.sandboxed.provider.kubernetes.internal.cluster.OwnerLease;
import dev.sandboxed.provider.kubernetes.internal.cluster.PodPlan;
import dev.sandboxed.provider.kubernetes.internal.cluster.PodState;
import dev.sandboxed.provider.kubernetes.internal.cluster.ServerVersion;
import dev.sandboxed.provider.kubernetes.internal.exec.ExecDoor;
import dev.sandboxed.provider.kubernetes.internal.exec.FirstProcess;
import dev.sandboxed.provider.kubernetes.internal.exec.PodRemoval;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Runs commands in pods of a Kubernetes cluster.
 *
 * <p>Settings: {@code kubeconfig} (also {@code SANDBOX_KUBECONFIG} and {@code KUBECONFIG}), {@code context}, {@code namespace},
 * {@code image}, {@code runtimeClass}, {@code isolation}, {@code user}, {@code lease}, {@code longest}, {@code storage}.
 */
public final class KubernetesProvider extends AbstractSandboxProvider {

    /** The name of the provider. */
    public static final String NAME = "kubernetes";

    /** The first answer of a JVM takes half a second, and who does not answer at all is told within one. */
    private static final Duration TO_PROVE = Duration.ofMillis(800);

    private static final Duration TO_TELL = Duration.ofMillis(900);

    /** As long as a lease holds, age says nothing of its owner. */
    private static final Duration AGELESS = Duration.ofDays(100_000);

    /** Whoever waits for a sandbox has waited long enough; what stays then is removed with the lease. */
    private static final Duration TO_DISCARD = Duration.ofSeconds(4);

    private static final ProcessWorld HERE = ProcessWorld.current();

    private final KubernetesSettings settings;
    private final ClassIsolation isolation;
    private final Cluster cluster;
    private final ExecDoor door;
    private final PodRemoval removal;
    private final OwnerLease lease;

    /**
     * Prepares it; the cluster is not asked yet.
     *
     * @throws IllegalArgumentException if a setting cannot be read
     */
    public KubernetesProvider(ProviderContext context) {
        super(NAME, context);
        this.settings = KubernetesSettings.of(context);
        this.isolation = new ClassIsolation(settings.pods().runtimeClass(), settings.isolation());
        this.cluster = new Cluster(new ClusterAddress(
                NAME, settings.kubeconfig(), settings.context(), settings.namespace(), context.environment()));
        this.door = new ExecDoor(cluster::config);
        this.removal = new PodRemoval(cluster, door);
        Ownership own = new Ownership(HERE, context.owner(), Instant.now(), null);
        this.lease = new OwnerLease(cluster, own, settings.lease());
    }

    @Override
    public Capabilities capabilities() {
        return KubernetesCapabilities.of(settings.isolation());
    }

    @Override
    public ProviderStatus status() {
        try {
            long latest = System.nanoTime() + TO_TELL.toNanos();
            String version = cluster.within(TO_PROVE).probe(PodPlan.ours());
            if (new ServerVersion(version).isTooOld()) {
                return new ProviderStatus.Unavailable(
                        "the cluster is version " + version + ", where the input of a command cannot be ended",
                        "take a cluster of version 1.30 or newer");
            }
            Duration left = Duration.ofNanos(latest - System.nanoTime());
            Map<String, String> details = new HashMap<>(new ClusterDetails(cluster, left.dividedBy(2)).all());
            details.put(
                    "runtime class",
                    Optional.ofNullable(settings.pods().runtimeClass()).orElse("the cluster's usual one"));
            return new ProviderStatus.Available(version, details);
        } catch (SandboxException e) {
            return new ProviderStatus.Unavailable(e.what(), e.remedy().orElse("kubectl cluster-info"));
        }
    }

    @Override
    protected AbstractSandbox launch(Creation creation) throws IOException {
        Function<String, Fault> fault = what -> Fault.of(what).provider(NAME).sandbox(creation.id());
        SandboxMetadata metadata = metadata(creation);
        PodPlan plan = new PodPlan(metadata, creation.spec(), settings.pods(), lease.reference(creation.deadline()));
        PodState made = new PodState(cluster.create(plan.pod(), creation.deadline()));
        creation.deadline().check("asking for the pod");
        String word = SupervisorScript.word();
        FirstProcess.Begun begun = new FirstProcess(cluster, door, fault)
                .await(creation.id(), SupervisorScript.serving(word), creation.deadline());
        KubernetesSandbox sandbox = new KubernetesSandbox(
                creation,
                info(metadata, begun.pod()),
                capabilities(),
                new PodService(creation.spec(), cluster, door, made, begun.channel(), word),
                () -> removal.of(creation.id()));
        GuestStart.complete(creation, sandbox.commands(), false, kernel -> isolation.verify(kernel, fault), fault);
        return sandbox;
    }

    private SandboxMetadata metadata(Creation creation) {
        Instant now = Instant.now();
        Ownership ownership = new Ownership(
                HERE,
                context().owner(),
                now,
                creation.spec().timeToLive().map(now::plus).orElse(null));
        return new SandboxMetadata(creation.id(), ownership, creation.spec().labels());
    }

    private SandboxInfo info(SandboxMetadata metadata, PodState pod) {
        Ownership ownership = metadata.ownership();
        return new SandboxInfo(
                metadata.id(),
                new SandboxInfo.RunsOn(NAME, "v1", settings.isolation()),
                cluster.config().getNamespace() + "/" + metadata.id() + " " + pod.uid() + " on "
                        + pod.node().orElse("no node yet"),
                SandboxState.RUNNING,
                ownership.owner(),
                metadata.labels(),
                ownership.created(),
                Optional.ofNullable(ownership.expires()));
    }

    @Override
    protected void discard(String id) {
        cluster.within(TO_DISCARD).delete(id);
    }

    /**
     * One of ours in the cluster.
     *
     * @param abandoned whether the lease that it names is over, or gone
     */
    private record Found(PodState pod, SandboxMetadata metadata, boolean abandoned) {}

    private List<Found> found() {
        Instant now = Instant.now();
        // First the pods: each has its lease, and one that was made meanwhile is not taken for abandoned.
        List<Pod> pods = cluster.list(PodPlan.ours());
        List<Lease> leases = cluster.leases(PodPlan.ours());
        List<Found> found = new ArrayList<>();
        pods.stream()
                .map(PodState::new)
                .forEach(pod -> pod.metadata()
                        .ifPresent(
                                metadata -> found.add(new Found(pod, metadata, !OwnerLease.isKept(pod, leases, now)))));
        return found;
    }

    @Override
    public List<SandboxInfo> list() {
        List<SandboxInfo> infos = new ArrayList<>(liveInfos());
        Set<String> own = infos.stream().map(SandboxInfo::id).collect(Collectors.toSet());
        for (Found each : found()) {
            Ownership ownership = each.metadata().ownership();
            boolean ours = ownership.owner().equals(context().owner())
                    && ownership.world().equals(HERE);
            boolean ended = each.pod().ending().isPresent();
            if (!ours && !ended && !own.contains(each.metadata().id()) && !isOrphaned(each)) {
                infos.add(info(each.metadata(), each.pod()));
            }
        }
        return infos;
    }

    @Override
    public ReapReport reap() {
        ReapReport report = Reaping.remove(
                found().stream().filter(KubernetesProvider::isOrphaned).toList(),
                each -> each.metadata().id(),
                each -> removal.of(each.metadata().id()));
        removeEmptyLeases();
        return report;
    }

    /** Else those of programs that were killed would stay for ever. */
    private void removeEmptyLeases() {
        Instant now = Instant.now();
        cluster.leases(PodPlan.ours()).stream()
                .filter(each -> isLeft(each, now))
                .forEach(each -> cluster.deleteLease(each.getMetadata().getName()));
    }

    private static boolean isLeft(Lease lease, Instant now) {
        boolean over = OwnerLease.isOver(lease, now);
        return OwnerLease.ownership(lease)
                .map(ownership -> isLeft(over, ownership))
                .orElse(over);
    }

    private static boolean isOrphaned(Found each) {
        return isLeft(each.abandoned(), each.metadata().ownership());
    }

    private static boolean isLeft(boolean abandoned, Ownership ownership) {
        return (abandoned && !ownership.isKept(HERE)) || ownership.isOrphaned(HERE, Instant.now(), AGELESS);
    }

    @Override
    public Sandbox connect(String id) {
        return liveOrThrow(id);
    }

    @Override
    protected void shutDown() {
        try {
            lease.close();
        } finally {
            cluster.close();
        }
    }
}
