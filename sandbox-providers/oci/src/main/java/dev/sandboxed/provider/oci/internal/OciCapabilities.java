package dev.sandboxed.provider.oci.internal;

import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.provision.Requirement;
import dev.sandboxed.folder.internal.disk.SizedFolder;
import dev.sandboxed.linux.internal.cgroup.ControlGroups;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.network.internal.NetworkTools;
import dev.sandboxed.provider.oci.internal.kernel.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Declares what a runtime can do on this host: limits are those that its control groups can enforce. */
final class OciCapabilities {

    private OciCapabilities() {}

    /**
     * Returns what can be done.
     *
     * @param network what containers can have beyond no network
     */
    static Capabilities of(Kind kind, NetworkTools.Offer network) {
        Set<Capability> features = EnumSet.of(
                Capability.STREAMING,
                Capability.TERMINAL,
                Capability.SNAPSHOT,
                Capability.CONNECT,
                Capability.MOUNTS,
                Capability.READ_ONLY_ROOT,
                Capability.NETWORK_NONE,
                Capability.LIMIT_FILES,
                Capability.LIMIT_ADDRESS_SPACE);
        String diskObstacle = SizedFolder.obstacle();
        if (HostPlatform.isRoot()) {
            features.addAll(ofRoot(kind));
            if (diskObstacle.isEmpty()) {
                features.add(Capability.LIMIT_DISK);
            }
            features.addAll(network.features());
        } else {
            // The kernel inside holds still when it is asked to; nobody else has to.
            features.add(Capability.PAUSE);
        }
        List<Requirement> requirements = new ArrayList<>(List.of(
                Requirement.of(
                        "root", kind.worksWithoutRoot() ? "limits, usage, users, images and a network" : "everything"),
                kind.program(),
                Requirement.of("control groups", "limits, pause and usage"),
                Requirement.of("overlays", "images")));
        requirements.add(SizedFolder.requirement());
        requirements.addAll(NetworkTools.requirements("a network"));
        Map<Capability, String> remedies = new EnumMap<>(Capability.class);
        remedies.putAll(network.remedies());
        SizedFolder.remedy(diskObstacle).ifPresent(remedy -> remedies.put(Capability.LIMIT_DISK, remedy));
        return new Capabilities(kind.isolation(), features, requirements, kind.typicalStart(), remedies);
    }

    private static Set<Capability> ofRoot(Kind kind) {
        ControlGroups groups = ControlGroups.ofRuntimes();
        Set<Capability> features = EnumSet.of(Capability.USER, Capability.IMAGE);
        features.addAll(groups.limits());
        if (groups.limits().containsAll(Set.of(Capability.LIMIT_MEMORY, Capability.LIMIT_PIDS))) {
            features.add(Capability.USAGE);
        }
        if (!kind.kernel().countsProcesses()) {
            features.remove(Capability.LIMIT_PIDS);
        }
        if (groups.canFreeze()) {
            features.add(Capability.PAUSE);
        }
        return features;
    }
}
