package dev.sandboxed.provider.docker.internal;

import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.provision.PackageManager;
import dev.sandboxed.api.provision.Requirement;
import dev.sandboxed.api.provision.Source;
import dev.sandboxed.network.internal.NetworkTools;
import dev.sandboxed.provider.docker.internal.container.Confinement;
import dev.sandboxed.provider.docker.internal.engine.Engine;
import dev.sandboxed.provider.docker.internal.engine.EngineAddress;
import dev.sandboxed.provider.docker.internal.engine.EngineInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Declares what an engine can do with a runtime. */
final class DockerCapabilities {

    private static final Set<String> DRIVERS_WITH_QUOTA = Set.of("btrfs", "zfs", "devicemapper");

    /** An engine on another machine is as good; whoever has one needs no program here. */
    private static final List<Requirement> REQUIREMENTS = List.of(
            Requirement.of("a Docker engine that runs, 20.10 or newer", "everything"),
            Requirement.Program.of(
                    "dockerd",
                    "an engine of this host",
                    new Source.Packages(Map.of(
                            PackageManager.APT, List.of("docker.io", "iptables"),
                            PackageManager.DNF, List.of("moby-engine"),
                            PackageManager.APK, List.of("docker")))),
            Requirement.Program.of(
                            "busybox",
                            "an image for specs that name none, made here and not pulled",
                            new Source.Packages(Map.of(
                                    PackageManager.APT, List.of("busybox-static"),
                                    PackageManager.DNF, List.of("busybox"),
                                    PackageManager.APK, List.of("busybox-static"))))
                    .orWithout());

    private DockerCapabilities() {}

    /** Without an engine it is told what one would offer, in its weakest form. */
    static Capabilities of(Engine engine, @Nullable String runtime, DockerNetworks networks) {
        Set<Capability> features = EnumSet.of(
                Capability.STREAMING,
                Capability.TERMINAL,
                Capability.USER,
                Capability.PAUSE,
                Capability.SNAPSHOT,
                Capability.USAGE,
                Capability.CONNECT,
                Capability.IMAGE,
                Capability.READ_ONLY_ROOT,
                Capability.NETWORK_NONE,
                Capability.LIMIT_CPU,
                Capability.LIMIT_MEMORY,
                Capability.LIMIT_FILES);
        Map<Capability, String> remedies = new EnumMap<>(Capability.class);
        Isolation isolation = Isolation.CONTAINER;
        try {
            EngineInfo info = engine.info();
            Confinement confinement = Confinement.of(runtime, info);
            isolation = confinement.promised();
            // Else what is written there could get rights on the host that nobody gave: setuid and setgid files.
            if (engine.address() instanceof EngineAddress.Unix && confinement.keepsFilter(info)) {
                features.add(Capability.MOUNTS);
            }
            if (DRIVERS_WITH_QUOTA.contains(info.storage().driver())) {
                features.add(Capability.LIMIT_DISK);
            }
            if (confinement.sharesKernel()) {
                features.add(Capability.LIMIT_PIDS);
            }
            NetworkTools.Offer network = networks.offer(confinement, info);
            features.addAll(network.features());
            remedies.putAll(network.remedies());
        } catch (ProviderUnavailableException | SandboxStartException e) {
            // Its status says so.
        }
        return new Capabilities(isolation, features, requirements(), Duration.ofMillis(300), remedies);
    }

    private static List<Requirement> requirements() {
        List<Requirement> all = new ArrayList<>(REQUIREMENTS);
        all.addAll(NetworkTools.requirements("allow-lists, a log and UDP, with an engine of this host"));
        return all;
    }
}
