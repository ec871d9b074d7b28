package dev.sandboxed.conformance.internal.clauses.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.event.NetworkAttempt.Kind;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.trial.GuestNetwork;
import dev.sandboxed.conformance.internal.trial.KitService;
import dev.sandboxed.conformance.internal.trial.KitTraffic;
import dev.sandboxed.conformance.internal.trial.KitTraffic.Direction;
import dev.sandboxed.conformance.internal.trial.Trial;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What goes through the network: what was tried, and how much. */
public interface TrafficClauses {

    /** Asked for by a sandbox, and never to be answered. */
    String ASKED = "asked-for.invalid";

    @Clause(value = "NET-7", seconds = 60)
    default void whatWasReachedIsTold(Trial trial) {
        GuestNetwork network = NetworkClauses.tools(trial);
        for (InetAddress address : NetworkClauses.outerAddresses()) {
            if (isToldOnceReached(trial, network, address)) {
                return;
            }
        }
        fail("a service of the host that may be reached is reached at none of " + NetworkClauses.outerAddresses()
                + ", so that nothing can be told of it");
    }

    private static boolean isToldOnceReached(Trial trial, GuestNetwork network, InetAddress address) {
        try (KitService service = KitService.on(address)) {
            Sandbox sandbox = trial.create(SandboxSpec.builder().network(reaching(trial, service)));
            if (!network.reaches(trial, sandbox, service)) {
                return false;
            }
            NetworkAttempt told = connection(sandbox, service);
            assertTrue(told.allowed(), "a connection that was allowed is told as refused: " + told);
            assertTrue(told.bytes() > 0, "of a connection with an answer no bytes are told: " + told);
            return true;
        }
    }

    @Clause(value = "NET-7", seconds = 60)
    default void whatWasRefusedIsTold(Trial trial) {
        if (!trial.claims(Capability.NETWORK_ALLOWLIST)) {
            return;
        }
        GuestNetwork network = NetworkClauses.tools(trial);
        try (KitService service = KitService.on(outer())) {
            Sandbox sandbox = trial.create(SandboxSpec.builder().network(NetworkPolicy.allowing(GuestNetwork.NOBODY)));
            network.connect(trial, sandbox, service.host(), service.port());
            NetworkAttempt told = connection(sandbox, service);
            assertEquals(false, told.allowed(), "a connection that was refused is told as allowed: " + told);
        }
    }

    @Clause(value = "NET-7", seconds = 60)
    default void namesThatWereAskedForAreTold(Trial trial) {
        GuestNetwork network = NetworkClauses.tools(trial);
        boolean listed = trial.claims(Capability.NETWORK_ALLOWLIST);
        Sandbox sandbox = trial.create(SandboxSpec.builder()
                .network(listed ? NetworkPolicy.allowing(GuestNetwork.NOBODY) : NetworkPolicy.of(Network.FULL)));
        network.connect(trial, sandbox, ASKED, 80);
        List<NetworkAttempt> attempts = sandbox.networkAttempts();
        Optional<NetworkAttempt> told = attempts.stream()
                .filter(attempt -> attempt.kind() == Kind.NAME && attempt.host().equals(ASKED))
                .findFirst();
        assertTrue(told.isPresent(), "a name was asked for and is not told of: " + attempts);
        assertEquals(!listed, told.get().allowed(), "whether the name was allowed is told wrongly: " + told.get());
    }

    @Clause(value = "LIMIT-10", seconds = 120)
    default void whatIsFetchedStaysBelowTheBandwidth(Trial trial) {
        assertSlow(trial, Direction.FETCH, "what a sandbox fetches");
    }

    @Clause(value = "LIMIT-10", seconds = 120)
    default void whatIsSentStaysBelowTheBandwidth(Trial trial) {
        assertSlow(trial, Direction.SEND, "what a sandbox sends");
    }

    /** A slow host makes it take longer, never shorter. A second's worth may come at once. */
    private static void assertSlow(Trial trial, Direction direction, String what) {
        String tool = KitTraffic.tool(trial.guest())
                .orElseGet(
                        () -> abort(
                                "there is no tool inside to move bytes with; add nc, bash, python3 or perl to what sandboxes run on"));
        DataSize most = DataSize.ofKibibytes(512);
        int seconds = 4;
        Sandbox sandbox = trial.create(SandboxSpec.builder()
                .network(GuestNetwork.anyPolicy(trial))
                .limits(Limits.builder().bandwidth(most).build()));
        for (InetAddress address : NetworkClauses.outerAddresses()) {
            try (KitTraffic traffic = KitTraffic.on(address, direction, (int) most.bytes() * seconds)) {
                Optional<Duration> took = traffic.move(trial, sandbox, tool);
                if (took.isPresent()) {
                    assertTrue(
                            took.get().compareTo(Duration.ofSeconds(seconds - 1)) >= 0,
                            () -> what + " was limited to " + most + " a second, but " + seconds
                                    + " times as much took only " + took.get());
                    return;
                }
            }
        }
        fail(what + " within a bandwidth of " + most + " a second arrived at none of "
                + NetworkClauses.outerAddresses());
    }

    private static NetworkAttempt connection(Sandbox sandbox, KitService service) {
        List<NetworkAttempt> attempts = sandbox.networkAttempts();
        return attempts.stream()
                .filter(attempt -> attempt.kind() == Kind.TCP
                        && attempt.address().equals(service.host())
                        && attempt.port() == service.port())
                .findFirst()
                .orElseThrow(() -> new AssertionError("a connection to " + service.host() + " port " + service.port()
                        + " was tried and is not told of: " + attempts));
    }

    private static NetworkPolicy reaching(Trial trial, KitService service) {
        return trial.claims(Capability.NETWORK_FULL)
                ? NetworkPolicy.of(Network.FULL)
                : NetworkPolicy.allowing(service.host() + ":" + service.port());
    }

    private static InetAddress outer() {
        return NetworkClauses.outerAddresses().stream()
                .findFirst()
                .orElseGet(() -> abort("this host has no address but its loopback; connect it to some network"));
    }
}
