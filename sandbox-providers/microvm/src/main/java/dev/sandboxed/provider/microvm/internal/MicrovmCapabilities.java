package dev.sandboxed.provider.microvm.internal;

import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.provision.Requirement;
import dev.sandboxed.network.internal.NetworkTools;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Declares what a virtual machine can do. */
final class MicrovmCapabilities {

    private MicrovmCapabilities() {}

    /**
     * Returns what can be done.
     *
     * @param network what machines can have beyond no network
     */
    static Capabilities of(Kind kind, NetworkTools.Offer network) {
        Set<Capability> features = EnumSet.of(
                Capability.STREAMING,
                Capability.TERMINAL,
                Capability.USER,
                Capability.PAUSE,
                Capability.SNAPSHOT,
                Capability.SNAPSHOT_MEMORY,
                Capability.USAGE,
                Capability.CONNECT,
                Capability.IMAGE,
                Capability.READ_ONLY_ROOT,
                Capability.NETWORK_NONE,
                Capability.LIMIT_CPU,
                Capability.LIMIT_MEMORY,
                Capability.LIMIT_DISK,
                Capability.LIMIT_PIDS,
                Capability.LIMIT_FILES);
        features.addAll(network.features());
        List<Requirement> requirements = new ArrayList<>(kind.requirements());
        requirements.addAll(NetworkTools.requirements("a network"));
        return new Capabilities(Isolation.MICROVM, features, requirements, kind.typicalStart(), network.remedies());
    }
}
