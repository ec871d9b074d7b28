package dev.sandboxed.provider.kubernetes.internal;

import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.provision.Requirement;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Declares what a pod can do. Networks are not among it: whether anybody enforces a policy of the cluster cannot be seen from
 * the policy.
 */
final class KubernetesCapabilities {

    private static final Set<Capability> FEATURES = Set.of(
            Capability.STREAMING,
            Capability.TERMINAL,
            Capability.USAGE,
            Capability.CONNECT,
            Capability.IMAGE,
            Capability.READ_ONLY_ROOT,
            Capability.LIMIT_CPU,
            Capability.LIMIT_MEMORY);

    private static final List<Requirement> REQUIREMENTS = List.of(Requirement.of(
            "a cluster of Kubernetes 1.30 or newer, and an account that may make pods and run commands in them",
            "everything"));

    private KubernetesCapabilities() {}

    static Capabilities of(Isolation isolation) {
        return new Capabilities(isolation, FEATURES, REQUIREMENTS, Duration.ofMillis(600));
    }
}
