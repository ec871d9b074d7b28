package dev.sandboxed.network.internal;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.linux.internal.network.LinkedNamespaces;
import dev.sandboxed.process.HostTool;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/** What is done from outside in the room around a sandbox: programs of the host run there, and sockets belong to it. */
final class InRoom {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private InRoom() {}

    /** Returns what the program says; throws {@link IOException} with its words if it fails. */
    static String run(LinkedNamespaces room, Command command) throws IOException {
        Command there = Command.of(room.outer().running(command.argv())).stdin(command.stdin());
        ExecResult result = HostTool.run(there, PATIENCE);
        if (!result.succeeded()) {
            throw new IOException(command.argv().get(0) + " did not change the network of a sandbox: "
                    + (result.stderr().isBlank()
                            ? result.ending()
                            : result.stderr().strip()));
        }
        return result.stdout();
    }

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
