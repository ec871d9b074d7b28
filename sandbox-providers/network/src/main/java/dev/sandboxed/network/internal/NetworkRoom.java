package dev.sandboxed.network.internal;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.linux.internal.network.LinkedNamespaces;
import dev.sandboxed.linux.internal.network.NetworkNamespace;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The network of one sandbox. Nobody else is in it, nothing of it is left on the host once it is closed, or once this JVM is dead,
 * and of the services that listen only on the loopback of the host those are reached whose ports are on the list.
 */
public final class NetworkRoom implements AutoCloseable {

    private static final Logger LOG = System.getLogger(NetworkRoom.class.getName());

    /** What the sandbox's {@code /etc/resolv.conf} says. */
    public static final String RESOLVER = "nameserver " + LinkedNamespaces.OUTER_ADDRESS + "\n";

    private final PrivateNetwork network;
    private final RoomPlan plan;
    private final RoomFilter filter;
    private final Path ip;
    private final AskedNames asked = new AskedNames();
    private final Map<Integer, ExposedPort> ports = new ConcurrentHashMap<>();
    /** What else is open in the room. */
    private final Queue<AutoCloseable> doors = new ConcurrentLinkedQueue<>();

    private volatile @Nullable NameServer server;
    private volatile boolean closed;

    NetworkRoom(PrivateNetwork network, RoomPlan plan, RoomFilter filter, Path ip) {
        this.network = network;
        this.ip = ip;
        this.plan = plan;
        this.filter = filter;
    }

    /**
     * Waits until it is there, names are answered and ports are open.
     *
     * @throws SandboxStartException if a program refuses or has ended, or the time is up
     * @throws dev.sandboxed.api.error.SandboxInterruptedException if the thread is interrupted
     * @throws IOException if the namespaces cannot be looked at
     */
    public void await(Deadline deadline) throws IOException {
        network.await(deadline);
        LinkedNamespaces room = network.held();
        try {
            filter.slowDown(room);
            if (plan.policy().network() != Network.NONE) {
                Resolver resolver = new Resolver(
                        plan, asked, (addresses, entries, time) -> filter.open(room, addresses, entries, time));
                server = NameServer.start(room, resolver);
            }
            for (int port : plan.policy().exposedPorts()) {
                ports.put(port, ExposedPort.open(room, port));
            }
            for (int port : plan.plainHostPorts()) {
                doors.add(HostPort.open(room, port));
            }
            openProxied(room);
        } catch (IOException e) {
            throw new SandboxStartException(Fault.of("The network of a sandbox cannot be made: " + e.getMessage())
                    .remedy(NetworkTools.INSTALL)
                    .cause(e));
        }
        if (closed) {
            closeDoors();
        }
    }

    private void openProxied(LinkedNamespaces room) {
        if (plan.services().credentials().isEmpty()) {
            return;
        }
        try {
            doors.add(ProxiedDoors.open(room, plan, ip));
        } catch (IOException e) {
            throw new SandboxStartException(Fault.of("Requests cannot be given their credentials: " + e.getMessage())
                    .remedy("look at the versions of Jetty and OkHttp on the class path, and at the trust store of this"
                            + " JVM; or leave the credentials out")
                    .cause(e));
        }
    }

    /**
     * Leads into a namespace that somebody else has made for the sandbox, in place of its own. Whatever is in there has this
     * network from then on, and no other. The room must have been awaited.
     *
     * @throws SandboxStartException if the kernel refuses, as it does where the namespace has a network already or is gone
     */
    public void leadInto(NetworkNamespace namespace) {
        try {
            network.leadInto(namespace);
        } catch (IOException e) {
            throw new SandboxStartException(
                    Fault.of("The network of a sandbox does not lead into " + namespace.path() + ": " + e.getMessage())
                            .remedy("make sure that nobody else gives the sandbox a network, and try again")
                            .cause(e));
        }
    }

    /**
     * Makes a device for a virtual machine in the namespace of the sandbox, which is {@link LinkedNamespaces#MACHINE}. The machine
     * has the address of the sandbox from then on, and the namespace has none. The room must have been awaited.
     *
     * @param user the number of the user who may attach the machine, beside root
     * @throws SandboxStartException if the kernel refuses, as one does that knows no bridges
     */
    public void attach(int user) {
        try {
            network.attach(user);
        } catch (IOException e) {
            throw new SandboxStartException(Fault.of("A machine cannot be attached to its network: " + e.getMessage())
                    .remedy("modprobe -a bridge tun, if the kernel of this host has them as modules")
                    .cause(e));
        }
    }

    /** Returns the path by which others enter the namespace of the sandbox, unless the room leads into another. */
    public Path namespace() {
        return network.held().inner().path();
    }

    /**
     * Returns the address on the host's loopback at which a port is reached that the policy exposes.
     *
     * @throws SandboxTransportException if it was closed
     */
    public InetSocketAddress endpoint(int port) {
        try {
            ExposedPort exposed = ports.get(port);
            if (exposed == null) {
                throw new IOException("it was never opened");
            }
            return exposed.endpoint();
        } catch (IOException e) {
            throw new SandboxTransportException(
                    Fault.of("Port " + port + " is closed: " + e).cause(e));
        }
    }

    /**
     * Returns what was tried, the oldest first.
     *
     * @throws SandboxTransportException if the kernel does not tell
     */
    public List<NetworkAttempt> attempts() {
        List<NetworkAttempt> all = asked.all();
        try {
            all.addAll(filter.attempts(network.held(), asked::nameOf));
        } catch (IOException e) {
            throw new SandboxTransportException(Fault.of("It is not known what was tried: " + e.getMessage())
                    .cause(e));
        }
        all.sort(Comparator.comparing(NetworkAttempt::at));
        return all;
    }

    /** Ends it; may be called again. Whoever still uses it is cut off. */
    @Override
    public void close() {
        closed = true;
        closeDoors();
        network.close();
    }

    private void closeDoors() {
        List<AutoCloseable> all = new ArrayList<>(ports.values());
        all.addAll(doors);
        NameServer started = server;
        if (started != null) {
            all.add(started);
        }
        for (AutoCloseable one : all) {
            try {
                one.close();
            } catch (Exception e) {
                LOG.log(Level.DEBUG, "A socket of a network that ends cannot be closed", e);
            }
        }
    }
}
