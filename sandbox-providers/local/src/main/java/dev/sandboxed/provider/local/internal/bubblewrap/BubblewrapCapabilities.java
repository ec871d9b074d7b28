package dev.sandboxed.provider.local.internal.bubblewrap;

import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.provision.Requirement;
import dev.sandboxed.api.provision.Source;
import dev.sandboxed.folder.internal.disk.SizedFolder;
import dev.sandboxed.network.internal.NetworkTools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Declares what bubblewrap can do on this host. */
final class BubblewrapCapabilities {

    private static final Path TERMINAL_PROGRAM = Path.of("/usr/bin/script");
    private static final Duration STARTUP = Duration.ofMillis(15);

    private BubblewrapCapabilities() {}

    /**
     * Adds to what always works what is in force here.
     *
     * @param limits the limits
     * @param network what sandboxes can have beyond no network
     * @param diskObstacle why a disk cannot be limited; empty if it can
     */
    static Capabilities of(Set<Capability> limits, NetworkTools.Offer network, String diskObstacle) {
        Set<Capability> features = EnumSet.of(
                Capability.STREAMING,
                Capability.PAUSE,
                Capability.SNAPSHOT,
                Capability.USAGE,
                Capability.CONNECT,
                Capability.IMAGE,
                Capability.MOUNTS,
                Capability.READ_ONLY_ROOT,
                Capability.NETWORK_NONE,
                Capability.LIMIT_FILES,
                Capability.LIMIT_ADDRESS_SPACE);
        features.addAll(limits);
        if (diskObstacle.isEmpty()) {
            features.add(Capability.LIMIT_DISK);
        }
        features.addAll(network.features());
        if (Files.isExecutable(TERMINAL_PROGRAM)) {
            features.add(Capability.TERMINAL);
        }
        List<Requirement> requirements = new ArrayList<>(List.of(
                Requirement.Program.of("bwrap", "everything", Source.Packages.onLinux("bubblewrap"))
                        .atLeast("0.8"),
                Requirement.of("user namespaces", "everything"),
                Requirement.of("control groups that can be made", "limits on memory, cpus and processes")));
        requirements.add(SizedFolder.requirement());
        requirements.addAll(NetworkTools.requirements("a network, for root"));
        Map<Capability, String> remedies = new EnumMap<>(Capability.class);
        remedies.putAll(network.remedies());
        SizedFolder.remedy(diskObstacle).ifPresent(remedy -> remedies.put(Capability.LIMIT_DISK, remedy));
        return new Capabilities(Isolation.NAMESPACE, features, requirements, STARTUP, remedies);
    }
}
