package dev.sandboxed.network.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.linux.internal.network.NetworkNamespace;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A room that leads into a namespace which somebody else has made, as engines of containers do. */
@Timeout(120)
class LeadingTests {

    @RegisterExtension
    static final Internet INTERNET = new Internet();

    private Process container;
    private NetworkNamespace theirs;

    @BeforeEach
    void startAContainer() throws IOException {
        Rooms.tools();
        container = new ProcessBuilder("unshare", "--net", "sh", "-c", "ip link set lo up; echo; exec cat").start();
        assertThat(container.getInputStream().read()).isEqualTo('\n');
        theirs = new NetworkNamespace(Path.of("/proc", String.valueOf(container.pid()), "ns/net"));
    }

    @AfterEach
    void endIt() throws InterruptedException {
        if (container != null) {
            container.destroyForcibly().waitFor();
        }
    }

    private NetworkRoom leading(NetworkPolicy policy) throws IOException {
        NetworkRoom room = Rooms.open(Rooms.plan(policy, INTERNET.names()));
        room.leadInto(theirs);
        return room;
    }

    private String inside(String... argv) {
        return Rooms.run(theirs.path(), argv).stdout();
    }

    @Test
    void whoIsThereReachesWhatIsOnTheListByNameAndAddressAndNothingElse() throws IOException {
        INTERNET.name("allowed.example", Internet.ALLOWED);
        try (NetworkRoom room = leading(NetworkPolicy.allowing("allowed.example:8080", Internet.FAR))) {
            Visitor visitor = new Visitor(theirs);

            assertThat(visitor.connect(Internet.FAR, Internet.PORT)).isEqualTo(Internet.FAR);
            assertThat(visitor.connect(Internet.ALLOWED, Internet.PORT)).startsWith("failed");
            assertThat(visitor.ask("allowed.example")).containsExactly(Internet.ALLOWED);
            assertThat(visitor.connect(Internet.ALLOWED, Internet.PORT)).isEqualTo(Internet.ALLOWED);
            assertThat(visitor.send(Internet.ALLOWED, Internet.PORT, "packet")).isEqualTo("packet");
            assertThat(visitor.connect(Internet.OTHER, Internet.PORT)).startsWith("failed");
            assertThat(room.attempts())
                    .extracting(NetworkAttempt::address, NetworkAttempt::allowed)
                    .contains(tuple(Internet.FAR, true), tuple(Internet.OTHER, false));
        }
    }

    @Test
    void theLinkIsThereAsItWouldBeInTheRoomsOwnAndItsOwnIsEmpty() throws IOException {
        try (NetworkRoom plain = Rooms.open(Rooms.plan(Rooms.FULL, INTERNET.names()));
                NetworkRoom room = leading(Rooms.FULL)) {
            for (String[] look : new String[][] {
                {"ip", "-brief", "address", "show", "dev", "eth0"}, {"ip", "route"}, {"ip", "-6", "address"}
            }) {
                assertThat(inside(look).replaceAll("@if\\d+", "@"))
                        .isEqualTo(Rooms.run(plain, look).stdout().replaceAll("@if\\d+", "@"));
            }
            assertThat(inside("ip", "link", "show", "dev", "eth0")).contains("mtu 65520");
            assertThat(inside("ip", "-6", "address", "show", "dev", "eth0")).isEmpty();
            assertThat(Rooms.run(room, "ip", "-brief", "link").stdout()).doesNotContain("eth0");
        }
    }

    @Test
    void anExposedPortLeadsThere() throws Exception {
        NetworkPolicy exposing = NetworkPolicy.of(Network.NONE).exposing(8080);
        try (NetworkRoom room = leading(exposing);
                ServerSocketChannel listener = theirs.call(
                        () -> ServerSocketChannel.open().bind(new InetSocketAddress("169.254.83.2", 8080)))) {
            Thread serving = new Thread(() -> {
                try (SocketChannel caller = listener.accept()) {
                    caller.write(StandardCharsets.UTF_8.encode("hello"));
                } catch (IOException over) {
                    // The test tells.
                }
            });
            serving.setDaemon(true);
            serving.start();
            try (Socket socket = new Socket(
                    room.endpoint(8080).getAddress(), room.endpoint(8080).getPort())) {
                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                        .isEqualTo("hello");
            }
        }
    }

    @Test
    void whenTheRoomIsClosedTheLinkIsGoneFromThere() throws IOException {
        leading(Rooms.FULL).close();

        await().untilAsserted(() -> assertThat(inside("ip", "-brief", "link")).doesNotContain("eth0"));
        assertThat(Files.readString(Path.of("/proc/self/net/dev"))).doesNotContain("inside", "tap0");
    }

    @Test
    void whenThoseThereAreGoneTheRoomIsClosedAsEver() throws Exception {
        NetworkRoom room = leading(Rooms.FULL);
        endIt();
        room.close();

        assertThat(room.namespace()).doesNotExist();
    }

    @Test
    void aNamespaceThatHasSuchALinkAlreadyIsRefusedWithWhatTheKernelSays() throws IOException {
        try (NetworkRoom first = leading(Rooms.FULL);
                NetworkRoom second = Rooms.open(Rooms.plan(Rooms.FULL, INTERNET.names()))) {
            assertThatThrownBy(() -> second.leadInto(theirs))
                    .isInstanceOf(SandboxStartException.class)
                    .hasMessageContaining(theirs.path().toString())
                    .hasMessageContaining("exists");
            assertThat(new Visitor(theirs).connect(Internet.ALLOWED, Internet.PORT))
                    .isEqualTo(Internet.ALLOWED);
            assertThat(first.attempts()).isNotEmpty();
        }
    }

    @Test
    void aNamespaceThatIsGoneIsRefused() throws Exception {
        endIt();
        try (NetworkRoom room = Rooms.open(Rooms.plan(Rooms.FULL, INTERNET.names()))) {
            assertThatThrownBy(() -> room.leadInto(theirs)).isInstanceOf(SandboxStartException.class);
        }
    }
}
