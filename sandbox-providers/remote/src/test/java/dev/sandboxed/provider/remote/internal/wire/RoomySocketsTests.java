package dev.sandboxed.provider.remote.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RoomySocketsTests {

    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @FunctionalInterface
    interface Way {
        Socket connect(RoomySockets sockets, int port) throws IOException;
    }

    static Stream<Way> ways() {
        return Stream.of(
                (sockets, port) -> {
                    Socket socket = sockets.createSocket();
                    socket.connect(new InetSocketAddress(LOOPBACK, port), 5_000);
                    return socket;
                },
                (sockets, port) -> sockets.createSocket(LOOPBACK, port),
                (sockets, port) -> sockets.createSocket(LOOPBACK.getHostAddress(), port),
                (sockets, port) -> sockets.createSocket(LOOPBACK, port, LOOPBACK, 0),
                (sockets, port) -> sockets.createSocket(LOOPBACK.getHostAddress(), port, LOOPBACK, 0));
    }

    /** Otherwise the second half of a request waits until the first is acknowledged: 40 ms for each piece of a command's input. */
    @ParameterizedTest
    @MethodSource("ways")
    void whatIsWrittenIsSentAtOnceHoweverSmallItIs(Way way) throws IOException {
        try (ServerSocket door = new ServerSocket(0, 1, LOOPBACK);
                Socket socket = way.connect(new RoomySockets(), door.getLocalPort())) {
            assertThat(socket.isConnected()).isTrue();
            assertThat(socket.getTcpNoDelay()).isTrue();
        }
    }

    /** The system would keep some mebibytes, which have left the processor's caches when somebody takes them. Linux tells twice what it was asked for. */
    @ParameterizedTest
    @MethodSource("ways")
    void littleIsKeptOnTheWayToThisVeryMachine(Way way) throws IOException {
        try (ServerSocket door = new ServerSocket(0, 1, LOOPBACK);
                Socket socket = way.connect(new RoomySockets(), door.getLocalPort())) {
            assertThat(socket.getSendBufferSize()).isLessThanOrEqualTo(2 * 256 * 1024);
        }
    }
}
