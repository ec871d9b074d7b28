package dev.sandboxed.provider.kubernetes.internal.cluster;

import dev.sandboxed.api.spi.Deadline;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseList;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfig;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The API server of a cluster, and one namespace of it. Nothing is asked before the first call. What it refuses is thrown as
 * {@link ClusterFaults} says.
 */
public final class Cluster implements AutoCloseable {

    /** How long an answer may take. */
    static final Duration LONGEST = Duration.ofSeconds(15);

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(800);

    private final ClusterAddress address;
    private final ClusterFaults faults;
    private @Nullable KubernetesClient client;

    /** Speaks with the cluster at an address. */
    public Cluster(ClusterAddress address) {
        this(address, null);
    }

    private Cluster(ClusterAddress address, @Nullable KubernetesClient client) {
        this.address = address;
        this.faults = new ClusterFaults(address.provider());
        this.client = client;
    }

    /** Returns the same cluster for questions that have to be answered in time. It need not be closed. */
    public Cluster within(Duration limit) {
        RequestConfig request = new RequestConfigBuilder(config().getRequestConfig())
                .withRequestTimeout((int) Math.max(1, Math.min(limit.toMillis(), LONGEST.toMillis())))
                .build();
        return new Cluster(address, client().newClient(request).adapt(KubernetesClient.class));
    }

    private synchronized KubernetesClient client() {
        KubernetesClient known = client;
        if (known == null) {
            known = address.open();
            client = known;
        }
        return known;
    }

    /** Returns where it is and how one identifies oneself. */
    public Config config() {
        return client().getConfiguration();
    }

    /**
     * Makes a pod. An API server that has too much to do makes none, and is asked again.
     *
     * @param deadline how long
     */
    public Pod create(Pod pod, Deadline deadline) {
        Duration pause = SHORTEST_PAUSE;
        while (true) {
            try {
                return within(deadline.remaining()).pods().resource(pod).create();
            } catch (KubernetesClientException e) {
                // What the last answer said is worth more than one that comes too late.
                boolean late = deadline.remaining().compareTo(pause) <= 0;
                if (late
                        || !ClusterFaults.isPassing(e)
                        || Thread.currentThread().isInterrupted()) {
                    throw faults.of(e);
                }
            }
            LockSupport.parkNanos(pause.toNanos());
            pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : pause;
        }
    }

    /** Returns a pod as it is now, or nothing if there is none of that name. */
    public Optional<Pod> find(String name) {
        return ask(() -> Optional.ofNullable(pods().withName(name).get()));
    }

    /** Returns the pods that have all of these labels. */
    public List<Pod> list(Map<String, String> labels) {
        return ask(() -> pods().withLabels(labels).list().getItems());
    }

    /** Returns the version of the API server, if this account may list pods. */
    public String probe(Map<String, String> labels) {
        return ask(() -> {
            pods().withLabels(labels)
                    .list(new ListOptionsBuilder().withLimit(1L).build());
            return client().getKubernetesVersion().getGitVersion();
        });
    }

    /** Removes a pod at once, if there is one; its processes end a moment later. */
    public void delete(String name) {
        ask(() -> pods().withName(name)
                .withGracePeriod(0)
                .withPropagationPolicy(DeletionPropagation.BACKGROUND)
                .delete());
    }

    /** Makes a lease, or writes it anew. */
    public Lease write(Lease lease) {
        return ask(() -> {
            Resource<Lease> resource = leases().resource(lease);
            return lease.getMetadata().getResourceVersion() == null ? resource.create() : resource.update();
        });
    }

    /** Returns a lease as it is now, or nothing if there is none of that name. */
    public Optional<Lease> findLease(String name) {
        return ask(() -> Optional.ofNullable(leases().withName(name).get()));
    }

    /** Returns the leases that have all of these labels. */
    public List<Lease> leases(Map<String, String> labels) {
        return ask(() -> leases().withLabels(labels).list().getItems());
    }

    /** Returns the runtime classes that there are, with what handles them. */
    public List<String> runtimeClasses() {
        return ask(() -> client().resources(RuntimeClass.class).list().getItems().stream()
                .map(one -> one.getMetadata().getName() + " (" + one.getHandler() + ")")
                .toList());
    }

    /** Returns the quotas of the namespace. */
    public List<ResourceQuota> quotas() {
        return ask(() -> client().resourceQuotas()
                .inNamespace(config().getNamespace())
                .list()
                .getItems());
    }

    /** Removes a lease, if there is one. */
    public void deleteLease(String name) {
        ask(() -> leases().withName(name)
                .withPropagationPolicy(DeletionPropagation.BACKGROUND)
                .delete());
    }

    private NonNamespaceOperation<Pod, PodList, PodResource> pods() {
        return client().pods().inNamespace(config().getNamespace());
    }

    private NonNamespaceOperation<Lease, LeaseList, Resource<Lease>> leases() {
        return client().leases().inNamespace(config().getNamespace());
    }

    private <T> T ask(Supplier<T> question) {
        try {
            return question.get();
        } catch (KubernetesClientException e) {
            throw faults.of(e);
        }
    }

    @Override
    public synchronized void close() {
        if (client != null) {
            client.close();
        }
    }
}
