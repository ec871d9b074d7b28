package dev.sandboxed.provider.kubernetes.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Owner;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import dev.sandboxed.process.internal.owner.Ownership;
import dev.sandboxed.provider.kubernetes.internal.lab.ClusterRequired;
import dev.sandboxed.provider.kubernetes.internal.lab.LabCluster;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@ClusterRequired
@Timeout(60)
class OwnerLeaseTests {

    private static final Duration LIMIT = Duration.ofSeconds(5);

    private Cluster cluster;
    private OwnerLease lease;

    @BeforeEach
    void open() {
        cluster = new Cluster(
                new ClusterAddress("kubernetes", LabCluster.kubeconfig().toString(), null, null, Map.of()));
        Ownership own = new Ownership(ProcessWorld.current(), new Owner(4_000_000, "never"), Instant.now(), null);
        lease = new OwnerLease(cluster, own, Duration.ofHours(1));
    }

    @AfterEach
    void close() {
        lease.close();
        cluster.close();
    }

    @Test
    void aRenewalWhoseAnswerWasLostDoesNotStopAllLaterOnes() throws IOException {
        String name = lease.reference(Deadline.in(LIMIT)).getName();
        Lease written = cluster.findLease(name).orElseThrow();
        ZonedDateTime before = written.getSpec().getRenewTime();
        // What the cluster has is newer than what the owner knows.
        written.getSpec().setHolderIdentity("a test whose renewal arrived");
        cluster.write(written);

        lease.renew();

        assertThat(cluster.findLease(name).orElseThrow().getSpec().getRenewTime())
                .isAfter(before);
    }

    @Test
    void whatSomebodyHasRemovedIsMadeAnewForTheNextPod() throws IOException {
        String first = lease.reference(Deadline.in(LIMIT)).getName();
        cluster.deleteLease(first);

        lease.renew();

        String second = lease.reference(Deadline.in(LIMIT)).getName();
        assertThat(second).isNotEqualTo(first);
        assertThat(cluster.findLease(second)).isPresent();
        lease.close();
        assertThat(cluster.findLease(second)).isEmpty();
    }
}
