package dev.sandboxed.provider.kubernetes.internal.cluster;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.sandboxed.process.internal.owner.SandboxMetadata;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a cluster says of a pod.
 *
 * @param pod the pod
 */
public record PodState(Pod pod) {

    private static final Set<String> HOPELESS = Set.of("InvalidImageName", "ErrImageNeverPull");
    private static final Set<String> PULLING = Set.of("ErrImagePull", "ImagePullBackOff");
    /** A registry that is busy may have it a moment later; one that says this will not. */
    private static final Pattern NO_SUCH_IMAGE = Pattern.compile(
            "not found|does not exist|manifest unknown|denied|unauthorized|forbidden|no such host|connection refused",
            Pattern.CASE_INSENSITIVE);

    private static final Set<String> OVER = Set.of("Failed", "Succeeded");
    private static final String OUT_OF_MEMORY = "OOMKilled";

    /** Returns the node that was found for it, if one was. */
    public Optional<String> node() {
        return Optional.ofNullable(pod.getSpec().getNodeName());
    }

    /** Returns what identifies it among all that have had its name. */
    public String uid() {
        return pod.getMetadata().getUid();
    }

    /** Returns what was written on it; nothing if it was written by somebody else. */
    public Optional<SandboxMetadata> metadata() {
        String written = pod.getMetadata().getAnnotations().getOrDefault(PodPlan.METADATA, "{}");
        try {
            return SandboxMetadata.read(Serialization.unmarshal(written, new TypeReference<Map<String, String>>() {}));
        } catch (KubernetesClientException foreign) {
            return Optional.empty();
        }
    }

    /** Returns why it will never run, if that is certain. */
    public Optional<String> whyHopeless() {
        return ending().or(() -> waiting()
                .filter(PodState::isHopeless)
                .map(waiting -> waiting.getReason() + ": " + waiting.getMessage()));
    }

    /** Returns what it waits for, if that is known. */
    public Optional<String> whatItWaitsFor() {
        Optional<String> placing = status().stream()
                .flatMap(status -> status.getConditions().stream())
                .filter(condition ->
                        "PodScheduled".equals(condition.getType()) && "False".equals(condition.getStatus()))
                .map(condition -> condition.getReason() + ": " + condition.getMessage())
                .findFirst();
        return placing.or(() -> waiting()
                .map(waiting -> waiting.getReason()
                        + Optional.ofNullable(waiting.getMessage())
                                .map(text -> ": " + text)
                                .orElse("")));
    }

    private static boolean isHopeless(ContainerStateWaiting waiting) {
        String reason = String.valueOf(waiting.getReason());
        return HOPELESS.contains(reason)
                || (PULLING.contains(reason)
                        && NO_SUCH_IMAGE
                                .matcher(String.valueOf(waiting.getMessage()))
                                .find());
    }

    /** Returns how it has ended, if it has. */
    public Optional<String> ending() {
        Optional<String> container =
                terminated().map(end -> "its container has ended: " + end.getReason() + ", code " + end.getExitCode());
        Optional<String> whole = status().filter(status -> OVER.contains(String.valueOf(status.getPhase())))
                .map(status -> "its pod has ended: "
                        + Optional.ofNullable(status.getReason()).orElse(status.getPhase())
                        + Optional.ofNullable(status.getMessage())
                                .map(text -> ", " + text)
                                .orElse(""));
        // Whoever evicts a pod ends its container first, which then seems to have come to its end by itself.
        return whole.filter(why -> status().map(PodStatus::getReason).isPresent())
                .or(() -> container)
                .or(() -> whole)
                .or(() -> pod.getMetadata().getDeletionTimestamp() == null
                        ? Optional.empty()
                        : Optional.of("its pod is being deleted"));
    }

    /** Returns whether the cluster has done with it, so that it tells no more of its end than it does now. */
    public boolean isOver() {
        return pod.getMetadata().getDeletionTimestamp() != null
                || status().filter(status -> OVER.contains(String.valueOf(status.getPhase())))
                        .isPresent();
    }

    /** Returns whether it was killed for lack of memory. */
    public boolean isOutOfMemory() {
        return terminated().filter(end -> OUT_OF_MEMORY.equals(end.getReason())).isPresent();
    }

    private Optional<PodStatus> status() {
        return Optional.ofNullable(pod.getStatus());
    }

    private Stream<ContainerState> states() {
        return status().stream()
                .flatMap(status -> status.getContainerStatuses().stream())
                // Some clusters put others beside it.
                .filter(container -> PodPlan.CONTAINER.equals(container.getName()))
                .map(ContainerStatus::getState)
                .flatMap(Stream::ofNullable);
    }

    private Optional<ContainerStateWaiting> waiting() {
        return states().map(ContainerState::getWaiting)
                .flatMap(Stream::ofNullable)
                .findFirst();
    }

    private Optional<ContainerStateTerminated> terminated() {
        return states().map(ContainerState::getTerminated)
                .flatMap(Stream::ofNullable)
                .findFirst();
    }
}
