package dev.sandboxed.network.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.linux.internal.network.NetworkNamespace;
import dev.sandboxed.process.internal.thread.DaemonThread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class ExposedPortTests {

    private static final int PORT = 8080;

    private static NetworkRoom exposing(Network network, Optional<DataSize> bandwidth) throws IOException {
        NetworkPolicy policy = (network == Network.ALLOW_LIST
                        ? NetworkPolicy.allowing("nobody.example")
                        : NetworkPolicy.of(network))
                .exposing(PORT);
        NetworkRoom room = Rooms.begin(
                Rooms.tools().carrier(),
                new RoomPlan(policy, bandwidth, Names.ofHost(), new ProxiedServices(List.of())));
        room.await(Rooms.soon());
        return room;
    }

    /** Sends back what it is sent, as a service of the sandbox. */
    private static ServerSocket echo(NetworkRoom room) throws IOException {
        ServerSocket door = new NetworkNamespace(room.namespace())
                .call(() -> ServerSocketChannel.open(StandardProtocolFamily.INET))
                .socket();
        door.bind(new InetSocketAddress("0.0.0.0", PORT));
        DaemonThread.start("test-echo", () -> {
            while (!door.isClosed()) {
                try (Socket caller = door.accept()) {
                    caller.getInputStream().transferTo(caller.getOutputStream());
                } catch (IOException over) {
                    // The next one may come.
                }
            }
        });
        return door;
    }

    @ParameterizedTest
    @EnumSource
    void aServiceOfTheSandboxIsReachedOnTheLoopbackOfTheHostWhateverItMayReachItself(Network network)
            throws IOException {
        try (NetworkRoom room = exposing(network, Optional.empty());
                ServerSocket service = echo(room);
                Socket socket = new Socket()) {
            assertThat(room.endpoint(PORT).getAddress().isLoopbackAddress()).isTrue();
            assertThat(room.endpoint(PORT).getPort()).isNotEqualTo(PORT);
            socket.connect(room.endpoint(PORT), 5_000);
            socket.getOutputStream().write("hello".getBytes(StandardCharsets.UTF_8));
            socket.shutdownOutput();

            assertThat(socket.getInputStream().readAllBytes()).asString().isEqualTo("hello");
            assertThat(service.isBound()).isTrue();
        }
    }

    @Test
    void packetsAreAnsweredToWhoeverSentThem() throws IOException {
        try (NetworkRoom room = exposing(Network.NONE, Optional.empty());
                DatagramChannel service = new NetworkNamespace(room.namespace())
                        .call(() -> DatagramChannel.open(StandardProtocolFamily.INET));
                DatagramSocket first = new DatagramSocket();
                DatagramSocket second = new DatagramSocket()) {
            service.bind(new InetSocketAddress("0.0.0.0", PORT));
            DaemonThread.start("test-udp", () -> {
                ByteBuffer buffer = ByteBuffer.allocate(1_000);
                while (service.isOpen()) {
                    try {
                        buffer.clear().put("heard ".getBytes(StandardCharsets.UTF_8));
                        SocketAddress sender = service.receive(buffer);
                        service.send(buffer.flip(), sender);
                    } catch (IOException over) {
                        // The test is over.
                    }
                }
            });
            first.connect(room.endpoint(PORT));
            second.connect(room.endpoint(PORT));
            send(first, "one");
            send(second, "two");

            assertThat(receive(first)).isEqualTo("heard one");
            assertThat(receive(second)).isEqualTo("heard two");
        }
    }

    private static void send(DatagramSocket socket, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        socket.send(new DatagramPacket(bytes, bytes.length));
    }

    private static String receive(DatagramSocket socket) throws IOException {
        socket.setSoTimeout(5_000);
        DatagramPacket packet = new DatagramPacket(new byte[1_000], 1_000);
        socket.receive(packet);
        return new String(packet.getData(), 0, packet.getLength(), StandardCharsets.UTF_8);
    }

    @Test
    void whoCallsAPortWhereNobodyListensIsTold() throws IOException {
        try (NetworkRoom room = exposing(Network.NONE, Optional.empty());
                Socket socket = new Socket()) {
            socket.connect(room.endpoint(PORT), 5_000);
            socket.setSoTimeout(5_000);

            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void itIsClosedWithTheRoomAndSoAreItsConnections() throws IOException {
        NetworkRoom room = exposing(Network.NONE, Optional.empty());
        InetSocketAddress endpoint = room.endpoint(PORT);
        try (ServerSocket service = echo(room);
                Socket socket = new Socket()) {
            socket.connect(endpoint, 5_000);
            socket.getOutputStream().write(1);
            assertThat(socket.getInputStream().read()).isEqualTo(1);
            room.close();

            socket.setSoTimeout(5_000);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            assertThat(service.isBound()).isTrue();
        }
        assertThatThrownBy(() -> new Socket(endpoint.getAddress(), endpoint.getPort()))
                .isInstanceOf(ConnectException.class);
        assertThatThrownBy(() -> room.endpoint(PORT)).isInstanceOf(SandboxTransportException.class);
    }

    /** The time is a lower bound, which no slow machine can miss. */
    @ParameterizedTest
    @EnumSource(names = {"NONE", "FULL"})
    void noMoreBytesPassThanTheBandwidthAllows(Network network) throws IOException {
        DataSize most = DataSize.ofMebibytes(1);
        byte[] much = new byte[4 << 20];
        Arrays.fill(much, (byte) 'x');
        try (NetworkRoom room = exposing(network, Optional.of(most));
                ServerSocket service = echo(room);
                Socket socket = new Socket()) {
            socket.connect(room.endpoint(PORT), 5_000);
            long begun = System.nanoTime();
            Thread sender = DaemonThread.start("test-sender", () -> {
                try {
                    socket.getOutputStream().write(much);
                    socket.shutdownOutput();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });

            assertThat(socket.getInputStream().readAllBytes()).hasSize(much.length);
            assertThat(sender.isAlive()).isFalse();
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(Duration.ofSeconds(3));
            assertThat(service.isBound()).isTrue();
        }
    }
}
