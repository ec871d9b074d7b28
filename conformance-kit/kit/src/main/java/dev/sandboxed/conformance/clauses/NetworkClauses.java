package dev.sandboxed.conformance.clauses;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.trial.GuestNetwork;
import dev.sandboxed.conformance.trial.GuestRoutes;
import dev.sandboxed.conformance.trial.KitService;
import dev.sandboxed.conformance.trial.Trial;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** The network. */
public interface NetworkClauses {

    /** Where the clouds tell a machine its secrets. */
    String METADATA = "169.254.169.254";

    @Test
    @Clause("NET-1")
    default void withoutANetworkThereIsNoRouteOut(Trial trial) {
        assertEquals(
                List.of(),
                GuestRoutes.out(trial.create(SandboxSpec.builder().network(Network.NONE))),
                "with network NONE there is a route out");
    }

    @Test
    @Clause(value = "NET-1", seconds = 60)
    default void withoutANetworkNoServiceOfTheHostIsReached(Trial trial) {
        GuestNetwork network = tools(trial);
        Sandbox sandbox = trial.create(SandboxSpec.builder().network(Network.NONE));
        reached(trial, network, sandbox)
                .ifPresent(host -> fail("with network NONE a service of the host is reached at " + host));
    }

    @Test
    @Clause("NET-1")
    default void withoutANetworkThereIsNoMetadata(Trial trial) {
        GuestNetwork network = tools(trial);
        Sandbox sandbox = trial.create(SandboxSpec.builder().network(Network.NONE));
        assertEquals(
                Optional.empty(),
                network.connect(trial, sandbox, METADATA, 80),
                "with network NONE the metadata address of the clouds answers");
    }

    @Test
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

    @Test
    @Clause(value = "NET-2", seconds = 60)
    default void withTheFullNetworkAServiceOfTheHostIsReached(Trial trial) {
        GuestNetwork network = tools(trial);
        Sandbox sandbox = trial.create(SandboxSpec.builder().network(Network.FULL));
        assertTrue(
                reached(trial, network, sandbox).isPresent(),
                "with network FULL a service of the host is reached neither through loopback nor at "
                        + KitService.outerAddresses());
    }

    @Test
    @Clause(value = "NET-3", seconds = 60)
    default void whatIsNotOnTheAllowListIsNotReached(Trial trial) {
        GuestNetwork network = tools(trial);
        // A name that can never be resolved: whatever is reached is not on the list.
        Sandbox sandbox = trial.create(SandboxSpec.builder().network(NetworkPolicy.allowing("allowed.invalid")));
        reached(trial, network, sandbox)
                .ifPresent(host ->
                        fail("with an allow-list a service that is not on it is reached by its address, " + host));
    }

    @Test
    @Clause("NET-4")
    default void anExposedPortIsReachedFromTheHost(Trial trial) {
        GuestNetwork network = tools(trial);
        if (network.server().isEmpty()) {
            abort("there is no tool inside to listen with; add nc, python3 or perl to what sandboxes run on");
        }
        int port = anyPort();
        String word = UUID.randomUUID().toString();
        Sandbox sandbox =
                trial.create(SandboxSpec.builder().network(anyPolicy(trial).exposing(port)));
        network.listen(trial, sandbox, port, word);
        InetSocketAddress endpoint = sandbox.endpoint(port);
        trial.await(
                "Port " + port + " of a sandbox is exposed, but its service is not reached at " + endpoint,
                Duration.ofSeconds(6),
                () -> firstLine(endpoint).equals(word));
    }

    /** Name the address of the host at which a service is reached from inside; loopback is tried first. */
    private static Optional<String> reached(Trial trial, GuestNetwork network, Sandbox sandbox) {
        try (KitService near = KitService.on(InetAddress.getLoopbackAddress())) {
            if (network.reaches(trial, sandbox, near)) {
                return Optional.of(near.host());
            }
        }
        for (InetAddress address : KitService.outerAddresses()) {
            try (KitService far = KitService.on(address)) {
                if (network.reaches(trial, sandbox, far)) {
                    return Optional.of(far.host());
                }
            }
        }
        return Optional.empty();
    }

    private static NetworkPolicy anyPolicy(Trial trial) {
        if (trial.claims(Capability.NETWORK_FULL)) {
            return NetworkPolicy.of(Network.FULL);
        }
        return trial.claims(Capability.NETWORK_NONE)
                ? NetworkPolicy.of(Network.NONE)
                : NetworkPolicy.allowing("allowed.invalid");
    }

    private static GuestNetwork tools(Trial trial) {
        return GuestNetwork.of(trial.guest())
                .orElseGet(
                        () -> abort(
                                "there is no tool inside to connect with; add nc, curl, wget, bash, python3 or perl to what sandboxes run on"));
    }

    private static int anyPort() {
        return ThreadLocalRandom.current().nextInt(20_000, 30_000);
    }

    private static String firstLine(InetSocketAddress endpoint) {
        try (Socket socket = new Socket()) {
            socket.connect(endpoint, 1_000);
            socket.setSoTimeout(1_000);
            String told = new String(socket.getInputStream().readNBytes(100), StandardCharsets.UTF_8);
            return told.lines().findFirst().orElse("");
        } catch (IOException e) {
            return "";
        }
    }
}
