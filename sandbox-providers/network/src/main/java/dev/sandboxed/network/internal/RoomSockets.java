package dev.sandboxed.network.internal;

import dev.sandboxed.linux.internal.network.LinkedNamespaces;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** Sockets that belong to the room around a sandbox, and are used from outside. */
final class RoomSockets {

    private RoomSockets() {}

    /** Listens for connections of the sandbox; throws {@link IOException} if the address is not the room's, or taken. */
    static ServerSocketChannel listen(LinkedNamespaces room, String address, int port) throws IOException {
        return room.outer().call(() -> {
            ServerSocketChannel opened = ServerSocketChannel.open(StandardProtocolFamily.INET);
            try {
                return opened.bind(new InetSocketAddress(address, port));
            } catch (IOException e) {
                opened.close();
                throw e;
            }
        });
    }

    /** Opens one that is not connected yet; throws {@link IOException} if the room is gone. */
    static SocketChannel open(LinkedNamespaces room) throws IOException {
        return room.outer().call(() -> SocketChannel.open(StandardProtocolFamily.INET));
    }
}
