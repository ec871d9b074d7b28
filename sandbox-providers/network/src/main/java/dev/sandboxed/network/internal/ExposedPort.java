package dev.sandboxed.network.internal;

import dev.sandboxed.linux.internal.network.LinkedNamespaces;
import dev.sandboxed.process.internal.thread.DaemonThread;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;

/**
 * A port of a sandbox at a port of the host's loopback, for TCP and for UDP. Whoever connects here is connected with the sandbox
 * from the room around it.
 */
final class ExposedPort implements AutoCloseable {

    private static final int TRIES = 20;

    private final InetSocketAddress inside;
    private final ConnectionRelay connections;
    private final PacketRelay packets;

    private ExposedPort(LinkedNamespaces room, int port, ServerSocketChannel door, DatagramChannel packets)
            throws IOException {
        this.inside = new InetSocketAddress(LinkedNamespaces.INNER_ADDRESS, port);
        this.connections = new ConnectionRelay(door, () -> InRoom.open(room), inside);
        this.packets = new PacketRelay(packets, () -> room.outer().call(this::packetsInside));
    }

    /**
     * Opens a port.
     *
     * @throws IOException if no port of the host is free
     */
    static ExposedPort open(LinkedNamespaces room, int port) throws IOException {
        for (int tries = 1; ; tries++) {
            ServerSocketChannel door = ServerSocketChannel.open(StandardProtocolFamily.INET);
            DatagramChannel packets = DatagramChannel.open(StandardProtocolFamily.INET);
            try {
                door.bind(new InetSocketAddress(ConnectionRelay.loopback(), 0));
                packets.bind(door.getLocalAddress());
                ExposedPort exposed = new ExposedPort(room, port, door, packets);
                DaemonThread.start("sandboxed-port-" + port, exposed.connections);
                DaemonThread.start("sandboxed-port-" + port + "-udp", exposed.packets);
                return exposed;
            } catch (IOException e) {
                door.close();
                packets.close();
                if (tries == TRIES) {
                    throw e;
                }
            }
        }
    }

    /** Returns where it is reached; throws {@link IOException} once it is closed. */
    InetSocketAddress endpoint() throws IOException {
        return connections.address();
    }

    private DatagramChannel packetsInside() throws IOException {
        DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET);
        channel.connect(inside);
        return channel;
    }

    @Override
    public void close() throws IOException {
        try (packets) {
            connections.close();
        }
    }
}
