package dev.sandboxed.provider.microvm.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.conformance.image.BusyboxRoot;
import dev.sandboxed.conformance.internal.trial.KitService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Machines in rooms of their own; what a room lets through is tried where rooms are made. */
@NeedsMachines
@Timeout(300)
class NetworkedMachineTests {

    private static final String RESOLVER = "nameserver 169.254.83.1";

    @TempDir
    static Path folder;

    private static MicrovmProvider provider;
    private static InetAddress host;

    @BeforeAll
    static void open() {
        provider = MachinesRequired.provider(folder);
        List<InetAddress> addresses = KitService.addresses().stream()
                .filter(address -> !address.isLoopbackAddress())
                .toList();
        assumeTrue(
                provider.capabilities().has(Capability.NETWORK_ALLOWLIST),
                () -> String.valueOf(provider.capabilities().remedies().get(Capability.NETWORK_ALLOWLIST)));
        assumeTrue(!addresses.isEmpty(), "this host has no address but loopback");
        host = addresses.get(0);
    }

    @AfterAll
    static void close() {
        provider.close();
    }

    private static SandboxSpec reaching(KitService service) {
        return SandboxSpec.builder()
                .network(NetworkPolicy.allowing(service.host() + ":" + service.port()))
                .build();
    }

    private static String told(Sandbox sandbox, KitService service) {
        return sandbox.shell("nc -w 10 " + service.host() + " " + service.port() + " </dev/null")
                .stdout();
    }

    private static String said(Sandbox sandbox, String script) {
        return sandbox.shell(script).orThrow().stdout().strip();
    }

    @Test
    void whatIsOnTheListIsReachedAndAllElseIsRefusedAndBothAreTold() {
        try (KitService listed = KitService.on(host);
                KitService other = KitService.on(host);
                Sandbox sandbox = provider.create(reaching(listed))) {
            assertThat(told(sandbox, listed)).contains(listed.word());
            assertThat(told(sandbox, other)).isEmpty();
            assertThat(sandbox.shell("nslookup elsewhere.example").succeeded()).isFalse();

            assertThat(other.callers()).isZero();
            assertThat(sandbox.networkAttempts())
                    .filteredOn(attempt -> attempt.kind() == NetworkAttempt.Kind.TCP)
                    .extracting(NetworkAttempt::port, NetworkAttempt::allowed)
                    .containsExactly(tuple(listed.port(), true), tuple(other.port(), false));
            assertThat(sandbox.networkAttempts())
                    .extracting(NetworkAttempt::host)
                    .contains("elsewhere.example");
        }
    }

    @Test
    void commandsSeeOneDeviceAndRootInsideFindsNoOtherWay() {
        try (KitService secret = KitService.on(InetAddress.getLoopbackAddress());
                KitService listed = KitService.on(host);
                Sandbox sandbox = provider.create(reaching(listed))) {
            assertThat(said(sandbox, "ls /sys/class/net")).isEqualTo("eth0\nlo");
            assertThat(said(sandbox, "cat /etc/resolv.conf")).isEqualTo(RESOLVER);
            for (String address : List.of("127.0.0.1", "169.254.83.1", "169.254.83.2", "10.0.2.2", "10.0.2.100")) {
                String attempt = "nc -w 3 " + address + " " + secret.port() + " </dev/null";
                assertThat(sandbox.shell(attempt).stdout()).as(address).isEmpty();
                assertThat(sandbox.shell("nsenter --target 1 --net " + attempt).stdout())
                        .as(address + " by the channel")
                        .isEmpty();
            }
            // Whoever calls itself something else is not answered.
            assertThat(sandbox.shell("ip addr add 169.254.83.3/30 dev eth0; ip addr del 169.254.83.2/30 dev eth0;"
                                    + " ip route add default via 169.254.83.1; nc -w 3 " + listed.host() + " "
                                    + listed.port() + " </dev/null")
                            .stdout())
                    .isEmpty();
            assertThat(secret.callers() + listed.callers()).isZero();
        }
    }

    @Test
    void aPortIsReachedFromTheHostWhereNothingElseIs() throws IOException {
        SandboxSpec spec = SandboxSpec.builder()
                .network(new NetworkPolicy(Network.NONE, Set.of(), Set.of(8080)))
                .build();
        try (Sandbox sandbox = provider.create(spec);
                KitService service = KitService.on(host);
                Execution serving = sandbox.start(Command.shell("while :; do echo served | nc -l -p 8080; done"))) {
            await().untilAsserted(() -> {
                try (Socket caller = new Socket()) {
                    caller.connect(sandbox.endpoint(8080));
                    assertThat(new String(caller.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                            .isEqualTo("served\n");
                }
            });
            assertThat(told(sandbox, service)).isEmpty();
            assertThat(serving.isRunning()).isTrue();
        }
    }

    @Test
    void aMachineThatGoesOnElsewhereHasTheNetworkThere() {
        try (KitService service = KitService.on(host)) {
            Snapshot snapshot;
            try (Sandbox sandbox = provider.create(reaching(service))) {
                assertThat(told(sandbox, service)).contains(service.word());
                snapshot = sandbox.snapshot(SnapshotOptions.ALL.withMemory());
                assertThat(told(sandbox, service)).contains(service.word());
            }
            try (Sandbox restored = provider.snapshots().restore(snapshot, reaching(service))) {
                assertThat(told(restored, service)).contains(service.word());
            } finally {
                provider.snapshots().delete(snapshot);
            }
        }
    }

    @Test
    void filesComeIntoAMachineWithAnotherNetwork() {
        try (KitService service = KitService.on(host)) {
            Snapshot snapshot;
            try (Sandbox sandbox = provider.create(reaching(service))) {
                said(sandbox, "echo kept >/root-file");
                snapshot = sandbox.snapshot(SnapshotOptions.ALL);
            }
            try (Sandbox alone = provider.snapshots().restore(snapshot, SandboxSpec.defaults())) {
                assertThat(said(alone, "cat /root-file; ls /etc/resolv.conf || ls /sys/class/net"))
                        .isEqualTo("kept\nlo");
            } finally {
                provider.snapshots().delete(snapshot);
            }
        }
    }

    @Test
    void anImageWhoseResolverIsALinkHasOursInItsPlace(@TempDir Path own) throws IOException {
        Path image = BusyboxRoot.in(own.resolve("image"));
        Files.createSymbolicLink(image.resolve("etc/resolv.conf"), Path.of("/run/nobody/resolv.conf"));
        SandboxSpec spec = SandboxSpec.builder()
                .image(image.toString())
                .network(NetworkPolicy.allowing("nowhere.example"))
                .build();
        try (Sandbox sandbox = provider.create(spec)) {
            assertThat(said(sandbox, "cat /etc/resolv.conf")).isEqualTo(RESOLVER);
        }
    }

    @Test
    void nothingIsLeftOfItsRoom() {
        Sandbox sandbox = provider.create(SandboxSpec.builder()
                .network(NetworkPolicy.allowing("nowhere.example"))
                .build());
        assertThat(MachineTests.processesOf(sandbox.id())).hasSizeGreaterThan(1);
        sandbox.close();

        await().until(() -> MachineTests.processesOf(sandbox.id()).isEmpty());
    }
}
