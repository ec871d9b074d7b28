package dev.sandboxed.network.internal;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.Credential;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.api.spi.SandboxIds;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.process.HostTool;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes networks for tests, and runs programs in them. */
final class Rooms {

    static final NetworkPolicy FULL = NetworkPolicy.of(Network.FULL);

    private Rooms() {}

    static Deadline soon() {
        return Deadline.in(Duration.ofSeconds(20));
    }

    /** Returns the programs of this host; skips the test where they cannot be used. */
    static NetworkTools tools() {
        assumeTrue(
                HostPlatform.current() == HostPlatform.LINUX && HostPlatform.isRoot(),
                "it takes root to make a network namespace");
        Optional<NetworkTools> found = NetworkTools.find(ProviderContext.in(Path.of("/nowhere")));
        assumeTrue(found.isPresent(), () -> "there are no programs for it; " + NetworkTools.INSTALL);
        return found.orElseThrow();
    }

    /** Begins to make one with a program in place of the carrier. */
    static NetworkRoom begin(Path carrier, RoomPlan plan) throws IOException {
        NetworkTools tools = tools();
        return new NetworkTools(carrier, tools.ip(), tools.nft()).begin(SandboxIds.next("network-test"), plan);
    }

    /** Makes one. */
    static NetworkRoom open(RoomPlan plan) throws IOException {
        NetworkRoom room = begin(tools().carrier(), plan);
        try {
            room.await(soon());
            return room;
        } catch (IOException | RuntimeException e) {
            room.close();
            throw e;
        }
    }

    static RoomPlan plan(NetworkPolicy policy, Names names) {
        return plan(policy, names, List.of());
    }

    static RoomPlan plan(NetworkPolicy policy, Names names, List<Credential> credentials) {
        return new RoomPlan(policy, Optional.empty(), names, new ProxiedServices(credentials));
    }

    /** Runs a program of the host where the sandbox would be. */
    static ExecResult run(NetworkRoom room, String... argv) {
        return run(room.namespace(), argv);
    }

    /** Runs a program of the host in a namespace. */
    static ExecResult run(Path namespace, String... argv) {
        List<String> all = new ArrayList<>(List.of("nsenter", "--net=" + namespace));
        all.addAll(List.of(argv));
        return HostTool.run(Command.of(all), Duration.ofSeconds(20));
    }
}
