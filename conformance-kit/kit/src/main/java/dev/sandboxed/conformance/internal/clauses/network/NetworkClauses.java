package dev.sandboxed.conformance.internal.clauses.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.trial.GuestKernel;
import dev.sandboxed.conformance.internal.trial.GuestNetwork;
import dev.sandboxed.conformance.internal.trial.GuestRoutes;
import dev.sandboxed.conformance.internal.trial.KitService;
import dev.sandboxed.conformance.internal.trial.Trial;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** The network. */
public interface NetworkClauses {

    /** Where the clouds tell a machine its secrets. */
    String METADATA = "169.254.169.254";

    @Clause("NET-1")
    default void withoutANetworkThereIsNoRouteOut(Trial trial) {
        assertEquals(
                List.of(),
                GuestRoutes.out(trial.create(SandboxSpec.builder().network(Network.NONE))),
                "with network NONE there is a route out");
    }

    @Clause(value = "NET-1", seconds = 60)
    default void withoutANetworkNoServiceOfTheHostIsReached(Trial trial) {
        GuestNetwork network = tools(trial);
        Sandbox sandbox = trial.create(SandboxSpec.builder().network(Network.NONE));
        reached(trial, network, sandbox, KitService.addresses())
                .ifPresent(host -> fail("with network NONE a service of the host is reached at " + host));
    }

    @Clause("NET-1")
    default void withoutANetworkThereIsNoMetadata(Trial trial) {
        GuestNetwork network = tools(trial);
        Sandbox sandbox = trial.create(SandboxSpec.builder().network(Network.NONE));
        assertEquals(
                Optional.empty(),
                network.connect(trial, sandbox, METADATA, 80),
                "with network NONE the metadata address of the clouds answers");
    }

    @Clause("NET-1")
    default void withoutANetworkLoopbackInsideWorks(Trial trial) {
        GuestNetwork network = tools(trial);
        Sandbox sandbox = trial.create(SandboxSpec.builder().network(Network.NONE));
        if (network.server().isEmpty()) {
            assertFalse(GuestRoutes.loopbackIsDown(sandbox), "with network NONE the loopback inside is down");
            return;
        }
        String word = UUID.randomUUID().toString();
        int port = anyPort();
        network.listen(trial, sandbox, port, word);
        trial.await(
                "With network NONE a service inside is not reached from inside, through loopback",
                Duration.ofSeconds(6),
                () -> network.connect(trial, sandbox, "127.0.0.1", port)
                        .filter(text -> text.contains(word))
                        .isPresent());
    }

    @Clause(value = "NET-2", seconds = 120)
    default void withTheFullNetworkAServiceOfTheHostIsReached(Trial trial) {
        GuestNetwork network = tools(trial);
        Sandbox sandbox = trial.create(SandboxSpec.builder().network(Network.FULL));
        List<InetAddress> addresses = KitService.addresses();
        boolean reached = trial.comesTrue(
                Duration.ofSeconds(4),
                () -> reached(trial, network, sandbox, addresses).isPresent());
        // A sandbox on another machine may be unable to find the way to this host, whatever its own network is like.
        if (!reached
                && !GuestKernel.in(sandbox).isTheHosts()
                && !GuestRoutes.out(sandbox).isEmpty()) {
            abort("with network FULL there is a route out, but it does not lead to this host at " + addresses
                    + "; examine the provider from a host that its sandboxes can reach");
        }
        assertTrue(
                reached,
                "with network FULL a service of the host is reached neither through loopback nor at any other of "
                        + addresses);
    }

    @Clause(value = "NET-3", seconds = 120)
    default void whatIsNotOnTheAllowListIsNotReached(Trial trial) {
        GuestNetwork network = tools(trial);
        // A list may be refused for a name that cannot be resolved, so this host's own is used where it has an address
        // that is not on the list by that.
        List<InetAddress> others = new ArrayList<>(KitService.addresses());
        List<InetAddress> own = KitService.addressesOf(KitService.hostName());
        others.removeAll(own);
        boolean nameable = !own.isEmpty() && !others.stream().allMatch(InetAddress::isLoopbackAddress);
        Sandbox sandbox = trial.create(SandboxSpec.builder()
                .network(NetworkPolicy.allowing(nameable ? KitService.hostName() : GuestNetwork.NOBODY)));
        reached(trial, network, sandbox, nameable ? others : KitService.addresses())
                .ifPresent(host ->
                        fail("with an allow-list a service that is not on it is reached by its address, " + host));
    }

    @Clause(value = "NET-6", seconds = 60)
    default void anAddressOnTheAllowListIsReachedAtItsPort(Trial trial) {
        GuestNetwork network = tools(trial);
        List<InetAddress> addresses = outerAddresses();
        for (InetAddress address : addresses) {
            try (KitService listed = KitService.on(address);
                    KitService other = KitService.on(address)) {
                Sandbox sandbox = trial.create(
                        SandboxSpec.builder().network(NetworkPolicy.allowing(listed.host() + ":" + listed.port())));
                boolean otherReached = network.reaches(trial, sandbox, other);
                assertFalse(otherReached, "with an allow-list a port that is not on it is reached at " + other.host());
                if (network.reaches(trial, sandbox, listed)) {
                    return;
                }
            }
        }
        fail("with an allow-list a service is reached at none of " + addresses + ", each with its port on the list");
    }

    @Clause(value = "NET-6", seconds = 60)
    default void aNameOnTheAllowListIsReached(Trial trial) {
        GuestNetwork network = tools(trial);
        String name = KitService.hostName();
        List<InetAddress> own = new ArrayList<>(KitService.addressesOf(name));
        own.retainAll(outerAddresses());
        // Where this host's own name leads nowhere but to itself, there is no other that others could ask for.
        if (own.isEmpty()) {
            return;
        }
        try (KitService service = KitService.on(own.get(0))) {
            // A name that leads to a private address may need that address on the list as well.
            Sandbox sandbox = trial.create(SandboxSpec.builder().network(NetworkPolicy.allowing(name, service.host())));
            assertTrue(
                    network.connect(trial, sandbox, name, service.port())
                            .filter(text -> text.contains(service.word()))
                            .isPresent(),
                    "with an allow-list a service is not reached by its name, " + name + ", which is on the list");
        }
    }

    static List<InetAddress> outerAddresses() {
        return KitService.addresses().stream()
                .filter(address -> !address.isLoopbackAddress())
                .toList();
    }

    @Clause("NET-4")
    default void anExposedPortIsReachedFromTheHost(Trial trial) {
        GuestNetwork network = tools(trial);
        if (network.server().isEmpty()) {
            abort("there is no tool inside to listen with; add nc, python3 or perl to what sandboxes run on");
        }
        int port = anyPort();
        String word = UUID.randomUUID().toString();
        Sandbox sandbox = exposing(trial, port);
        network.listen(trial, sandbox, port, word);
        InetSocketAddress endpoint = sandbox.endpoint(port);
        trial.await(
                "Port " + port + " of a sandbox is exposed, but its service is not reached at " + endpoint,
                Duration.ofSeconds(6),
                () -> firstLine(endpoint).equals(word));
    }

    @Clause("NET-8")
    default void anExposedPortIsReachedOverUdp(Trial trial) {
        GuestNetwork network = tools(trial);
        if (network.answerer().isEmpty()) {
            abort("there is no tool inside to answer datagrams with; add python3 or perl to what sandboxes run on");
        }
        int port = anyPort();
        String word = UUID.randomUUID().toString();
        Sandbox sandbox = exposing(trial, port);
        network.answer(trial, sandbox, port, word);
        InetSocketAddress endpoint = sandbox.endpoint(port);
        trial.await(
                "Port " + port + " of a sandbox is exposed, but what is sent over UDP is not answered at " + endpoint,
                Duration.ofSeconds(6),
                () -> answer(endpoint).equals(word));
    }

    @Clause("NET-5")
    default void theFullNetworkIsNotTheNetworkOfTheHost(Trial trial) {
        Sandbox sandbox = trial.create(SandboxSpec.builder().network(Network.FULL));
        // Abstract sockets and interfaces belong to a network namespace; those of another kernel are out of reach
        // anyway.
        if (GuestKernel.in(sandbox).isTheHosts()) {
            assertEquals(
                    List.of(),
                    GuestKernel.sharedNamespaces(sandbox, "net"),
                    "with network FULL abstract sockets and interfaces of the host are in reach inside: the network"
                            + " namespace is the host's");
        }
    }

    @Clause(value = "NET-5", seconds = 60)
    default void withTheFullNetworkTheLoopbackOfTheHostIsNotReached(Trial trial) {
        GuestNetwork network = tools(trial);
        Sandbox sandbox = trial.create(SandboxSpec.builder().network(Network.FULL));
        try (KitService service = KitService.on(InetAddress.getLoopbackAddress())) {
            // Some that carry a network lead from their own address, or that of the gateway, to the host's loopback.
            List<String> ways = new ArrayList<>(GuestRoutes.gateways(sandbox));
            ways.add(0, service.host());
            for (String way : ways) {
                network.connect(trial, sandbox, way, service.port());
                assertEquals(
                        0,
                        service.callers(),
                        "with network FULL a service on the host's loopback is reached inside, at " + way);
            }
        }
    }

    /** Returns the first of some addresses of the host at which a service is reached from inside. */
    private static Optional<String> reached(
            Trial trial, GuestNetwork network, Sandbox sandbox, List<InetAddress> addresses) {
        for (InetAddress address : addresses) {
            try (KitService service = KitService.on(address)) {
                if (network.reaches(trial, sandbox, service)) {
                    return Optional.of(service.host());
                }
            }
        }
        return Optional.empty();
    }

    static GuestNetwork tools(Trial trial) {
        return GuestNetwork.of(trial.guest())
                .orElseGet(
                        () -> abort(
                                "there is no tool inside to connect with; add nc, curl, wget, bash, python3 or perl to what sandboxes run on"));
    }

    private static Sandbox exposing(Trial trial, int port) {
        return trial.create(
                SandboxSpec.builder().network(GuestNetwork.anyPolicy(trial).exposing(port)));
    }

    private static int anyPort() {
        return ThreadLocalRandom.current().nextInt(20_000, 30_000);
    }

    private static String answer(InetSocketAddress endpoint) {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.setSoTimeout(1_000);
            socket.send(new DatagramPacket(new byte[] {'?'}, 1, endpoint));
            DatagramPacket told = new DatagramPacket(new byte[999], 999);
            socket.receive(told);
            return new String(told.getData(), 0, told.getLength(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    private static String firstLine(InetSocketAddress endpoint) {
        try (Socket socket = new Socket()) {
            socket.connect(endpoint, 1_000);
            socket.setSoTimeout(1_000);
            BufferedReader told =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            return String.valueOf(told.readLine());
        } catch (IOException e) {
            return "";
        }
    }
}
