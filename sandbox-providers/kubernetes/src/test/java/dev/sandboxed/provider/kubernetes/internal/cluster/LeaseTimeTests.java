package dev.sandboxed.provider.kubernetes.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When whatever names a lease may be removed by others. */
class LeaseTimeTests {

    private static final Instant RENEWED = Instant.parse("2026-01-02T03:04:05Z");

    private static Lease lease(String name) {
        return new LeaseBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withRenewTime(RENEWED.atZone(ZoneOffset.UTC))
                .withLeaseDurationSeconds(60)
                .endSpec()
                .build();
    }

    private static PodState podOf(String lease) {
        Pod pod = new PodBuilder()
                .withNewMetadata()
                .addNewOwnerReference()
                .withName(lease)
                .endOwnerReference()
                .endMetadata()
                .build();
        return new PodState(pod);
    }

    @Test
    void oneHoldsAsLongAsItSaysAndALittleLongerSinceClocksDiffer() {
        assertThat(OwnerLease.isOver(lease("a"), RENEWED.plusSeconds(59))).isFalse();
        assertThat(OwnerLease.isOver(lease("a"), RENEWED.plusSeconds(89))).isFalse();
        assertThat(OwnerLease.isOver(lease("a"), RENEWED.plusSeconds(91))).isTrue();
    }

    @Test
    void aPodIsKeptByItsOwnLeaseAlone() {
        Instant now = RENEWED.plusSeconds(1);

        assertThat(OwnerLease.isKept(podOf("a"), List.of(lease("b"), lease("a")), now))
                .isTrue();
        assertThat(OwnerLease.isKept(podOf("a"), List.of(lease("b")), now)).isFalse();
        assertThat(OwnerLease.isKept(podOf("a"), List.of(lease("a")), RENEWED.plusSeconds(3600)))
                .isFalse();
    }
}
