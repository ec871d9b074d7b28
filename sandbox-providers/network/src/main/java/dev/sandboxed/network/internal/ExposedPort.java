package dev.sandboxed.network.internal;

import dev.sandboxed.linux.internal.network.LinkedNamespaces;
import dev.sandboxed.process.internal.thread.DaemonThread;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

/**
 * A port of a sandbox at a port of the host's loopback, for TCP and for UDP. Whoever connects here is connected with the sandbox
 * from the room around it.
 */
final class ExposedPort implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** How long a sandbox may be silent to a caller who has sent the end. */
    private static final Duration SILENCE = Duration.ofMinutes(5);
    /** Where no descriptor is left, nothing is gained by trying at once. */
    private static final Duration PAUSE = Duration.ofMillis(50);

    private static final int TRIES = 20;
    private static final int MOST_CALLERS = 256;

    private final LinkedNamespaces room;
    private final InetSocketAddress inside;
    private final ServerSocketChannel door;
    private final PacketRelay packets;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Semaphore free = new Semaphore(MOST_CALLERS);

    private ExposedPort(LinkedNamespaces room, int port, ServerSocketChannel door, DatagramChannel packets)
            throws IOException {
        this.room = room;
        this.inside = new InetSocketAddress(LinkedNamespaces.INNER_ADDRESS, port);
        this.door = door;
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
                door.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                packets.bind(door.getLocalAddress());
                ExposedPort exposed = new ExposedPort(room, port, door, packets);
                DaemonThread.start("sandboxed-port-" + port, exposed::accept);
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

    /** Returns where it is reached. */
    InetSocketAddress endpoint() throws IOException {
        return (InetSocketAddress) door.getLocalAddress();
    }

    private DatagramChannel packetsInside() throws IOException {
        DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET);
        channel.connect(inside);
        return channel;
    }

    private void accept() {
        while (door.isOpen()) {
            try {
                Socket caller = door.accept().socket();
                free.acquireUninterruptibly();
                DaemonThread.start("sandboxed-port", () -> connect(caller));
            } catch (IOException closedOrBroken) {
                // The next one is accepted, if there can be one.
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    private void connect(Socket caller) {
        try (caller;
                Socket called = room.outer()
                        .call(() -> SocketChannel.open(StandardProtocolFamily.INET))
                        .socket()) {
            open.add(caller);
            open.add(called);
            if (!door.isOpen()) {
                return;
            }
            called.connect(inside, (int) PATIENCE.toMillis());
            called.setTcpNoDelay(true);
            caller.setTcpNoDelay(true);
            Thread back = DaemonThread.start("sandboxed-port-back", () -> copy(called, caller));
            copy(caller, called);
            // Whoever has said all that he had to say may wait for an answer; the sandbox does not keep us waiting for
            // ever.
            called.setSoTimeout((int) SILENCE.toMillis());
            back.join();
        } catch (IOException over) {
            // Whoever called is told by the end of his connection.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.removeIf(Socket::isClosed);
            free.release();
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            in.transferTo(out);
            to.shutdownOutput();
        } catch (IOException broken) {
            end(from);
            end(to);
        }
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException closed) {
            // It cannot be more closed.
        }
    }

    @Override
    public void close() throws IOException {
        try (packets) {
            door.close();
        }
        open.forEach(ExposedPort::end);
    }
}
