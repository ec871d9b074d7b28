package dev.sandboxed.provider.kubernetes.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.api.Test;

/** What is made of the states of pods, in words of a real cluster of version 1.34. */
class PodStateTests {

    private static PodState state(String specAndStatus) {
        return new PodState(Serialization.unmarshal(
                "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\",\"uid\":\"u\"}," + specAndStatus
                        + "}",
                Pod.class));
    }

    private static PodState withContainer(String containerState) {
        return state("\"spec\":{\"nodeName\":\"n\"},\"status\":{\"phase\":\"Running\",\"containerStatuses\":[{\"name\":"
                + "\"sandbox\",\"state\":" + containerState + "}]}");
    }

    @Test
    void onlyOneWithANodeIsPlaced() {
        assertThat(withContainer("{\"running\":{}}").node()).isPresent();
        assertThat(state("\"spec\":{},\"status\":{\"phase\":\"Pending\"}").node())
                .isEmpty();
    }

    @Test
    void anImageThatCannotBeGotIsHopeless() {
        PodState state = withContainer(
                "{\"waiting\":{\"message\":\"Back-off pulling image \\\"localhost/none:1\\\": ErrImagePull:"
                        + " failed to resolve reference: not found\",\"reason\":\"ImagePullBackOff\"}}");

        assertThat(state.whyHopeless())
                .hasValueSatisfying(why -> assertThat(why).startsWith("ImagePullBackOff: Back-off pulling image"));
        assertThat(state.ending()).isEmpty();
    }

    @Test
    void aPodThatIsEvictedIsToldSoThoughItsContainerHasEndedWell() {
        PodState state = state("\"spec\":{\"nodeName\":\"n\"},\"status\":{\"phase\":\"Failed\",\"reason\":\"Evicted\","
                + "\"message\":\"too much\",\"containerStatuses\":[{\"name\":\"sandbox\",\"state\":"
                + "{\"terminated\":{\"reason\":\"Completed\",\"exitCode\":0}}}]}");

        assertThat(state.ending()).hasValue("its pod has ended: Evicted, too much");
    }

    @Test
    void aRegistryThatIsBusyMayHaveTheImageLater() {
        PodState state = withContainer("{\"waiting\":{\"message\":\"pull QPS exceeded\",\"reason\":\"ErrImagePull\"}}");

        assertThat(state.whyHopeless()).isEmpty();
        assertThat(state.whatItWaitsFor()).contains("ErrImagePull: pull QPS exceeded");
    }

    @Test
    void whatAClusterPutsBesideItIsNotTheSandbox() {
        PodState state = state(
                "\"spec\":{\"nodeName\":\"n\"},\"status\":{\"phase\":\"Running\",\"containerStatuses\":[{\"name\":"
                        + "\"mesh\",\"state\":{\"terminated\":{\"reason\":\"OOMKilled\",\"exitCode\":137}}}]}");

        assertThat(state.ending()).isEmpty();
        assertThat(state.isOutOfMemory()).isFalse();
    }

    @Test
    void oneThatIsBeingMadeIsNotHopeless() {
        assertThat(withContainer("{\"waiting\":{\"reason\":\"ContainerCreating\"}}")
                        .whyHopeless())
                .isEmpty();
    }

    @Test
    void whatNoNodeHasRoomForWaitsAndSaysForWhat() {
        PodState state = state(
                "\"spec\":{},\"status\":{\"conditions\":[{\"message\":\"0/1 nodes are available: 1 Insufficient"
                        + " cpu.\",\"reason\":\"Unschedulable\",\"status\":\"False\",\"type\":\"PodScheduled\"}],\"phase\":\"Pending\"}");

        assertThat(state.whyHopeless()).isEmpty();
        assertThat(state.whatItWaitsFor()).contains("Unschedulable: 0/1 nodes are available: 1 Insufficient cpu.");
    }

    @Test
    void aContainerThatWasKilledForMemoryIsToldFromOneThatHasEnded() {
        PodState killed = withContainer("{\"terminated\":{\"exitCode\":137,\"reason\":\"OOMKilled\"}}");
        PodState ended = withContainer("{\"terminated\":{\"exitCode\":0,\"reason\":\"Completed\"}}");

        assertThat(killed.isOutOfMemory()).isTrue();
        assertThat(ended.isOutOfMemory()).isFalse();
        assertThat(ended.ending()).contains("its container has ended: Completed, code 0");
    }

    @Test
    void aPodThatWasEvictedSaysWhy() {
        PodState state = state("\"spec\":{\"nodeName\":\"n\"},\"status\":{\"phase\":\"Failed\",\"reason\":\"Evicted\","
                + "\"message\":\"Pod was active on the node longer than the specified deadline\"}");

        assertThat(state.ending())
                .contains("its pod has ended: Evicted, Pod was active on the node longer than the specified deadline");
    }
}
