package dev.sandboxed.provider.docker.internal.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.event.NetworkAttempt.Kind;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.conformance.internal.trial.KitService;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a container reaches, is reached at, and is seen to try, in the room around it. */
class RoomTests extends WithRooms {

    private static final String RESOLVER = "nameserver 169.254.83.1\n";
    private static final int PORT = 8080;
    private static final NetworkPolicy FULL = NetworkPolicy.of(Network.FULL);

    private static String said(Sandbox sandbox, String script) {
        return sandbox.shell(script).orThrow().stdout();
    }

    @Test
    void anAddressOnTheListIsReachedAtItsPortAndNothingElseIs() {
        try (KitService listed = KitService.on(outerAddress());
                KitService other = KitService.on(outerAddress());
                Sandbox sandbox = provider.create(with(NetworkPolicy.allowing(listed.host() + ":" + listed.port()))
                        .build())) {
            assertThat(told(sandbox, listed.host(), listed.port())).contains(listed.word());
            assertThat(told(sandbox, other.host(), other.port())).isEmpty();
            assertThat(other.callers()).isZero();
        }
    }

    @Test
    void whatWasTriedIsToldWithWhetherItWasAllowed() {
        try (KitService listed = KitService.on(outerAddress());
                KitService other = KitService.on(outerAddress());
                Sandbox sandbox = provider.create(with(NetworkPolicy.allowing(listed.host() + ":" + listed.port()))
                        .build())) {
            told(sandbox, listed.host(), listed.port());
            told(sandbox, other.host(), other.port());
            sandbox.shell("nslookup elsewhere.example");

            assertThat(sandbox.networkAttempts())
                    .extracting(
                            NetworkAttempt::kind,
                            NetworkAttempt::address,
                            NetworkAttempt::port,
                            NetworkAttempt::allowed)
                    .contains(
                            tuple(Kind.TCP, listed.host(), listed.port(), true),
                            tuple(Kind.TCP, other.host(), other.port(), false));
            assertThat(sandbox.networkAttempts())
                    .filteredOn(attempt -> attempt.kind() == Kind.NAME)
                    .extracting(NetworkAttempt::host, NetworkAttempt::allowed)
                    .contains(tuple("elsewhere.example", false));
        }
    }

    @Test
    void theFullNetworkReachesTheHostButNotItsLoopbackNorWhereCloudsTellSecrets() {
        try (KitService open = KitService.on(outerAddress());
                KitService secret = KitService.on(InetAddress.getLoopbackAddress());
                Sandbox sandbox = provider.create(with(FULL).build())) {
            assertThat(told(sandbox, open.host(), open.port())).contains(open.word());
            for (String host : List.of("127.0.0.1", "10.0.2.2", "169.254.83.1", "169.254.83.2", "172.17.0.1")) {
                told(sandbox, host, secret.port());
            }
            assertThat(secret.callers()).isZero();
            told(sandbox, "169.254.169.254", 80);
            assertThat(sandbox.networkAttempts())
                    .filteredOn(attempt -> attempt.address().equals("169.254.169.254"))
                    .extracting(NetworkAttempt::allowed)
                    .containsExactly(false);
        }
    }

    /** Whoever runs as another user, on a read-only root or with mounts has other files of the engine's. */
    @ParameterizedTest
    @CsvSource({"root, false", "sandbox, false", "root, true", "sandbox, true"})
    void thereIsOneLinkWithoutIpv6AndOneResolver(String user, boolean readOnly) {
        SandboxSpec spec = with(NetworkPolicy.allowing("203.0.113.7"))
                .user(user)
                .readOnlyRoot(readOnly)
                .build();
        try (Sandbox sandbox = provider.create(spec)) {
            assertThat(said(sandbox, "ls /sys/class/net")).isEqualTo("eth0\nlo\n");
            assertThat(said(sandbox, "cat /sys/class/net/eth0/mtu")).isEqualTo("65520\n");
            assertThat(said(sandbox, "cat /proc/net/if_inet6 | grep -c eth0 || true"))
                    .isEqualTo("0\n");
            assertThat(said(sandbox, "cat /etc/resolv.conf")).isEqualTo(RESOLVER);
            assertThat(said(sandbox, "ip route"))
                    .contains("default via 169.254.83.1 dev eth0")
                    .hasLineCount(2);
        }
    }

    @ParameterizedTest
    @CsvSource({"FULL", "NONE"})
    void anExposedPortIsReachedOverTcpWhateverTheSandboxReaches(Network network) {
        SandboxSpec exposing = with(NetworkPolicy.of(network).exposing(PORT)).build();
        try (Sandbox sandbox = provider.create(exposing)) {
            sandbox.shell("nc -ll -p " + PORT + " -e echo hello > /dev/null 2>&1 &");
            InetSocketAddress endpoint = sandbox.endpoint(PORT);

            assertThat(endpoint.getAddress().isLoopbackAddress()).isTrue();
            await().ignoreExceptions()
                    .untilAsserted(() -> assertThat(read(endpoint)).isEqualTo("hello\n"));
            assertThatThrownBy(() -> sandbox.endpoint(PORT + 1)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static String read(InetSocketAddress address) throws IOException {
        try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void anExposedPortIsReachedOverUdp() {
        SandboxSpec exposing =
                withPerl(NetworkPolicy.of(Network.NONE).exposing(PORT)).build();
        try (Sandbox sandbox = provider.create(exposing)) {
            sandbox.shell("/usr/bin/perl -MIO::Socket::INET -e '$s = IO::Socket::INET->new(LocalPort => " + PORT
                            + ", Proto => q(udp)) or die; while ($s->recv($p, 1500)) { $s->send(uc $p) }'"
                            + " > /dev/null 2>&1 &")
                    .orThrow();

            await().ignoreExceptions()
                    .untilAsserted(() ->
                            assertThat(echoed(sandbox.endpoint(PORT), "packet")).isEqualTo("PACKET"));
        }
    }

    private static String echoed(InetSocketAddress address, String text) throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.setSoTimeout(500);
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            socket.send(new DatagramPacket(bytes, bytes.length, address));
            DatagramPacket answer = new DatagramPacket(new byte[1500], 1500);
            socket.receive(answer);
            return new String(answer.getData(), 0, answer.getLength(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void aSandboxThatWasStoppedHasItsNetworkWhenItGoesOn() {
        try (KitService listed = KitService.on(outerAddress());
                Sandbox sandbox = provider.create(
                        with(NetworkPolicy.allowing(listed.host())).build())) {
            sandbox.stop();
            sandbox.resume();

            assertThat(told(sandbox, listed.host(), listed.port())).contains(listed.word());
        }
    }

    @Test
    void aRestoredSandboxHasARoomOfItsOwnSpec() {
        Snapshot snapshot;
        try (KitService service = KitService.on(outerAddress())) {
            try (Sandbox sandbox =
                    provider.create(with(NetworkPolicy.allowing(service.host())).build())) {
                snapshot = sandbox.snapshot(SnapshotOptions.ALL);
                assertThat(told(sandbox, service.host(), service.port())).contains(service.word());
            }
            try (Sandbox wider =
                            provider.snapshots().restore(snapshot, with(FULL).build());
                    Sandbox alone = provider.snapshots().restore(snapshot, SandboxSpec.defaults())) {
                assertThat(told(wider, service.host(), service.port())).contains(service.word());
                assertThat(told(alone, service.host(), service.port())).isEmpty();
                assertThat(alone.networkAttempts()).isEmpty();
            } finally {
                provider.snapshots().delete(snapshot);
            }
        }
    }

    @Test
    void twoSandboxesDoNotReachEachOther() {
        try (Sandbox first = provider.create(with(FULL).build());
                Sandbox second = provider.create(with(FULL).build())) {
            first.shell("nc -ll -p " + PORT + " -e echo first > /dev/null 2>&1 &");
            await().untilAsserted(
                            () -> assertThat(told(first, "169.254.83.2", PORT)).isEqualTo("first\n"));

            for (String host :
                    List.of("169.254.83.2", "10.0.2.100", outerAddress().getHostAddress())) {
                assertThat(told(second, host, PORT)).as(host).isEmpty();
            }
        }
    }

    @Test
    void anAddressThatIsNeverReachedIsRefusedBeforeAnythingStarts() {
        assertThatThrownBy(() -> provider.create(
                        with(NetworkPolicy.allowing("169.254.169.254")).build()))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("169.254.169.254");
    }

    @Test
    void whatASandboxSendsStaysBelowTheBandwidth() throws Exception {
        DataSize most = DataSize.ofKibibytes(512);
        try (ServerSocket sink = new ServerSocket(0, 1, outerAddress());
                Sandbox sandbox = provider.create(with(FULL)
                        .limits(Limits.builder().bandwidth(most).build())
                        .build())) {
            CompletableFuture<Long> received = CompletableFuture.supplyAsync(() -> drain(sink));
            long begin = System.nanoTime();
            sandbox.shell("dd if=/dev/zero bs=65536 count=24 2> /dev/null | nc -w 20 "
                    + sink.getInetAddress().getHostAddress() + " " + sink.getLocalPort());

            assertThat(received.get(20, TimeUnit.SECONDS)).isEqualTo(3 * most.bytes());
            // A second's worth may go at once.
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(1800));
        }
    }

    private static long drain(ServerSocket sink) {
        try (Socket caller = sink.accept()) {
            return caller.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
