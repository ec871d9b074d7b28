package dev.sandboxed.serve.internal.web;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a server listens.
 *
 * @param host the address, if it is on a network
 * @param port the port there; 0 for any free one
 * @param socket the file of a Unix socket, if it is none
 */
public record Door(String host, int port, @Nullable Path socket) {

    private static final String LOOPBACK = "127.0.0.1";

    /** Returns one that only programs of this machine reach. */
    public static Door loopback(int port) {
        return new Door(LOOPBACK, port, null);
    }

    /** Returns one that only programs reach that may open a file. */
    public static Door file(Path socket) {
        return new Door(LOOPBACK, 0, socket.toAbsolutePath());
    }

    /** Returns whether only programs of this machine reach it. */
    boolean isLoopback() {
        InetAddress address = new InetSocketAddress(host, port).getAddress();
        return address != null && address.isLoopbackAddress();
    }

    @Override
    public String toString() {
        return socket == null ? host + ":" + port : socket.toString();
    }
}
