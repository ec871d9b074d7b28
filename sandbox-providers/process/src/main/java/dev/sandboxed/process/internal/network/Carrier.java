package dev.sandboxed.process.internal.network;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.provision.Requirement;
import dev.sandboxed.api.provision.Source;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.linux.internal.network.NetworkNamespace;
import dev.sandboxed.process.HostPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The program that carries packets between a network namespace and the host. It takes root to make such a namespace.
 *
 * @param program where it is
 */
public record Carrier(Path program) {

    /** What it is called; the setting that names the file, for one that is not where programs are, is called so too. */
    public static final String NAME = "slirp4netns";

    /** What to do where it is missing. */
    static final String INSTALL = "apt-get install " + NAME;

    /** Through this it reads and writes packets. Some hosts keep it for root. */
    private static final Path DEVICE = Path.of("/dev/net/tun");

    /** It says that it is ready on the descriptor that becomes its output, and ends when its input does. */
    private static final List<String> FLAGS = List.of(
            "--configure",
            // As large as they can be: with packets of a real network gVisor lost most of its speed.
            "--mtu=65520",
            "--disable-host-loopback",
            "--enable-seccomp",
            // It shuts itself into a folder of nothing.
            "--enable-sandbox",
            "--exit-fd=0",
            "--ready-fd=3",
            "--netns-type=path",
            NetworkNamespace.HELD,
            "tap0");

    /** Describes it as something that a provider can use. */
    public static Requirement requirement(String purpose) {
        return Requirement.Program.of(NAME, purpose, Source.Packages.onLinux(NAME))
                .orWithout();
    }

    /** Returns the one of this host, if there is one, this is root, and the device that it needs may be opened. */
    public static Optional<Carrier> find(ProviderContext context) {
        return HostPlatform.isRoot() && isOpen() ? locate(context).map(Carrier::new) : Optional.empty();
    }

    /** Returns which networks sandboxes can have here, and what to do where that is only none. */
    public static String describe(ProviderContext context) {
        return find(context)
                .map(found -> "none, or full through " + found.program())
                .orElseGet(() -> "none; for full: " + remedy(context));
    }

    private static String remedy(ProviderContext context) {
        if (!HostPlatform.isRoot()) {
            return "run the tests as root";
        }
        return locate(context).isEmpty() ? INSTALL : "modprobe tun";
    }

    /**
     * Begins to make the network that a spec asks for.
     *
     * @return what must be awaited before it is used; empty where it asks for none
     * @throws UnsupportedCapabilityException if there is nothing here that carries it
     * @throws IOException if not even a process can be started
     */
    public static Optional<PrivateNetwork> beginFor(Creation creation, ProviderContext context, String provider)
            throws IOException {
        if (creation.spec()
                .network()
                .filter(policy -> policy.network() == Network.FULL)
                .isEmpty()) {
            return Optional.empty();
        }
        Carrier carrier =
                find(context).orElseThrow(() -> UnsupportedCapabilityException.of(Capability.NETWORK_FULL, provider));
        return Optional.of(carrier.begin(creation.id()));
    }

    private static Optional<Path> locate(ProviderContext context) {
        return HostPrograms.locate(context.settings().get(NAME), List.of(NAME), context);
    }

    private static boolean isOpen() {
        return Files.isReadable(DEVICE) && Files.isWritable(DEVICE);
    }

    /**
     * Begins to make a namespace and to carry its packets. Others enter it by its path.
     *
     * @param sandbox the id of the sandbox that it is for
     * @return what must be awaited before it is used
     * @throws IOException if not even a process can be started
     */
    PrivateNetwork begin(String sandbox) throws IOException {
        List<String> argv = new ArrayList<>(List.of(program.toString()));
        argv.addAll(FLAGS);
        return PrivateNetwork.begin(sandbox, NetworkNamespace.holding(argv));
    }
}
