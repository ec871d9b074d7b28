package dev.sandboxed.network.internal;

import dev.sandboxed.linux.internal.network.LinkedNamespaces;
import dev.sandboxed.process.internal.thread.DaemonThread;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * A port of the host's loopback (IPv4) in the room of a sandbox, for TCP. Whoever connects there is connected with what listens
 * on the host, as any program of this user could be; where nothing listens, his connection ends once it was accepted.
 */
final class HostPort implements AutoCloseable {

    private final ConnectionRelay connections;

    private HostPort(ConnectionRelay connections) {
        this.connections = connections;
    }

    /**
     * Opens the port in the room.
     *
     * @throws IOException if it cannot be listened to there
     */
    static HostPort open(LinkedNamespaces room, int port) throws IOException {
        ServerSocketChannel door = InRoom.listen(room, LinkedNamespaces.OUTER_ADDRESS, port);
        HostPort host = new HostPort(new ConnectionRelay(
                door,
                () -> SocketChannel.open(StandardProtocolFamily.INET),
                new InetSocketAddress(ConnectionRelay.loopback(), port)));
        DaemonThread.start("sandboxed-host-port-" + port, host.connections);
        return host;
    }

    @Override
    public void close() throws IOException {
        connections.close();
    }
}
