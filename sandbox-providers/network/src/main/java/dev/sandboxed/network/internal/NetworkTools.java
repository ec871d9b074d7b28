package dev.sandboxed.network.internal;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.provision.Requirement;
import dev.sandboxed.api.provision.Source;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.linux.internal.network.LinkedNamespaces;
import dev.sandboxed.process.HostPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The programs that make the network of a sandbox. It takes root to make its namespaces.
 *
 * @param carrier what carries packets between a namespace and the host
 * @param ip what makes links
 * @param nft what sets filters
 */
public record NetworkTools(Path carrier, Path ip, Path nft) {

    /** What the carrier is called; the setting that names the file, for one that is not where programs are, is called so too. */
    public static final String CARRIER = "slirp4netns";

    private static final Set<Capability> CAPABILITIES = Set.of(
            Capability.NETWORK_FULL,
            Capability.NETWORK_ALLOWLIST,
            Capability.NETWORK_LOG,
            Capability.PORTS,
            Capability.LIMIT_BANDWIDTH);

    /** What to do where one is missing. */
    static final String INSTALL = "apt-get install slirp4netns nftables iproute2";

    /** Through this the carrier reads and writes packets. Some hosts keep it for root. */
    private static final Path DEVICE = Path.of("/dev/net/tun");

    /** It says that it is ready on the descriptor that becomes its output, and ends when its input does. */
    private static final List<String> FLAGS = List.of(
            "--configure",
            "--mtu=65520",
            "--disable-host-loopback",
            "--disable-dns",
            "--enable-seccomp",
            // It shuts itself into a folder of nothing.
            "--enable-sandbox",
            "--exit-fd=0",
            "--ready-fd=3",
            "--netns-type=path",
            LinkedNamespaces.HELD,
            RoomRules.CARRIED);

    /** Where nothing is carried, something must hold the namespaces all the same, for as long as its input is open. */
    private static final List<String> HOLDER = List.of("/bin/sh", "-c", "printf 1 >&3; exec 3>&- cat");

    /**
     * What sandboxes can have beyond no network, and what to do for the rest.
     *
     * @param features what they can have
     * @param remedies what makes the others work here
     */
    public record Offer(Set<Capability> features, Map<Capability, String> remedies) {

        public Offer {
            features = Set.copyOf(features);
            remedies = Map.copyOf(remedies);
        }

        /** Returns what the programs of this host make possible. */
        public static Offer of(ProviderContext context) {
            return find(context).isPresent() ? ofRooms() : without(Set.of(), remedy(context));
        }

        /** Returns what is possible where rooms can be made. */
        public static Offer ofRooms() {
            Map<Capability, String> remedies = CredentialProxies.present()
                    ? Map.of()
                    : Map.of(Capability.NETWORK_CREDENTIALS, CredentialProxy.ADD);
            return new Offer(capabilities(), remedies);
        }

        /**
         * Returns what is possible where no rooms can be made.
         *
         * @param features what there is all the same
         * @param remedy what it takes to have rooms
         */
        public static Offer without(Set<Capability> features, String remedy) {
            Map<Capability, String> remedies = new EnumMap<>(Capability.class);
            remedies.putAll(ofRooms().remedies());
            capabilities().forEach(one -> remedies.put(one, remedy));
            remedies.keySet().removeAll(features);
            return new Offer(features, remedies);
        }
    }

    /** Describes them as something that a provider can use. */
    public static List<Requirement> requirements(String purpose) {
        return List.of(
                Requirement.Program.of(CARRIER, purpose, Source.Packages.onLinux(CARRIER))
                        .orWithout(),
                Requirement.Program.of("nft", purpose, Source.Packages.onLinux("nftables"))
                        .orWithout(),
                Requirement.Program.of("ip", purpose, Source.Packages.onLinux("iproute2"))
                        .orWithout());
    }

    /** Returns those of this host, if all are there, this is root, and the device that the carrier needs may be opened. */
    public static Optional<NetworkTools> find(ProviderContext context) {
        if (!HostPlatform.isRoot() || !isOpen()) {
            return Optional.empty();
        }
        return locate(CARRIER, context)
                .flatMap(carrier -> locate("ip", context)
                        .flatMap(ip -> locate("nft", context).map(nft -> new NetworkTools(carrier, ip, nft))));
    }

    /** Returns what sandboxes can have where the programs are, beyond no network. */
    static Set<Capability> capabilities() {
        Set<Capability> all = EnumSet.copyOf(CAPABILITIES);
        if (CredentialProxies.present()) {
            all.add(Capability.NETWORK_CREDENTIALS);
        }
        return all;
    }

    /** Returns which networks sandboxes can have here, and what to do where that is only none. */
    public static String describe(ProviderContext context) {
        return find(context)
                .map(found -> "none, a list or full through " + found.carrier()
                        + (CredentialProxies.present() ? "" : "; for credentials: " + CredentialProxy.ADD))
                .orElseGet(() -> "none; for a list or full: " + remedy(context));
    }

    /** Returns what to do where {@link #find} finds nothing. */
    public static String remedy(ProviderContext context) {
        if (!HostPlatform.isRoot()) {
            return "run the tests as root";
        }
        boolean whole = List.of(CARRIER, "ip", "nft").stream()
                .allMatch(name -> locate(name, context).isPresent());
        return whole ? "modprobe tun" : INSTALL;
    }

    private static Optional<Path> locate(String name, ProviderContext context) {
        return HostPrograms.locate(context.settings().get(name), List.of(name), context);
    }

    private static boolean isOpen() {
        return Files.isReadable(DEVICE) && Files.isWritable(DEVICE);
    }

    /**
     * Begins to make the network that a spec asks for.
     *
     * @return what must be awaited before it is used; empty where it asks for none, and for no port
     * @throws UnsupportedCapabilityException if there is nothing here that makes it
     * @throws dev.sandboxed.api.error.SandboxStartException if the list has an address that is never reached
     * @throws IOException if not even a process can be started
     */
    public static Optional<NetworkRoom> beginFor(Creation creation, ProviderContext context, String provider)
            throws IOException {
        NetworkPolicy policy = creation.spec().network().orElse(NetworkPolicy.of(Network.NONE));
        if (policy.network() == Network.NONE && policy.exposedPorts().isEmpty()) {
            return Optional.empty();
        }
        NetworkTools tools = find(context)
                .orElseThrow(() -> UnsupportedCapabilityException.of(
                        List.of(needed(policy)), provider, Offer.of(context).remedies()));
        RoomPlan plan = new RoomPlan(
                policy,
                creation.spec().limits().bandwidth(),
                Names.ofHost(),
                new ProxiedServices(creation.spec().credentials()));
        plan.requireReachable();
        return Optional.of(tools.begin(creation.id(), plan));
    }

    private static Capability needed(NetworkPolicy policy) {
        return switch (policy.network()) {
            case NONE -> Capability.PORTS;
            case ALLOW_LIST -> Capability.NETWORK_ALLOWLIST;
            case FULL -> Capability.NETWORK_FULL;
        };
    }

    /**
     * Begins to make a network. Others enter it by its path.
     *
     * @param sandbox the id of the sandbox that it is for
     * @return what must be awaited before it is used
     * @throws IOException if not even a process can be started
     */
    NetworkRoom begin(String sandbox, RoomPlan plan) throws IOException {
        List<String> argv = new ArrayList<>();
        if (plan.policy().network() == Network.NONE) {
            argv.addAll(HOLDER);
        } else {
            argv.add(carrier.toString());
            argv.addAll(FLAGS);
        }
        LinkedNamespaces.Tools linking = new LinkedNamespaces.Tools(ip.toString(), nft.toString());
        PrivateNetwork network = PrivateNetwork.begin(sandbox, linking, RoomRules.of(plan), argv);
        return new NetworkRoom(network, plan, new RoomFilter(nft, plan), ip);
    }
}
