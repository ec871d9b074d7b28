package dev.sandboxed.network.internal;

import dev.sandboxed.process.internal.thread.DaemonThread;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

/** Connects whoever comes to a door with somebody elsewhere, and passes on what both say. */
final class ConnectionRelay implements Runnable, AutoCloseable {

    /** Opens what is to be connected with the one elsewhere, in the namespace from which he is reached. */
    @FunctionalInterface
    interface Way {
        SocketChannel open() throws IOException;
    }

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** How long the one elsewhere may be silent to a caller who has sent the end. */
    private static final Duration SILENCE = Duration.ofMinutes(5);
    /** Where no descriptor is left, nothing is gained by trying at once. */
    private static final Duration PAUSE = Duration.ofMillis(50);

    private static final int MOST_CALLERS = 256;

    private final ServerSocketChannel door;
    private final Way way;
    private final InetSocketAddress target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Semaphore free = new Semaphore(MOST_CALLERS);

    /**
     * Creates one.
     *
     * @param door where callers come to; it is closed with this
     * @param target whom they are connected with
     */
    ConnectionRelay(ServerSocketChannel door, Way way, InetSocketAddress target) {
        this.door = door;
        this.way = way;
        this.target = target;
    }

    /** Returns the loopback of the host, of the kind that sandboxes have, whatever the JVM prefers. */
    static InetAddress loopback() throws IOException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    }

    /** Returns where callers come to; throws {@link IOException} once it is closed. */
    InetSocketAddress address() throws IOException {
        return (InetSocketAddress) door.getLocalAddress();
    }

    @Override
    public void run() {
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
                Socket called = way.open().socket()) {
            open.add(caller);
            open.add(called);
            if (!door.isOpen()) {
                return;
            }
            called.connect(target, (int) PATIENCE.toMillis());
            called.setTcpNoDelay(true);
            caller.setTcpNoDelay(true);
            Thread back = DaemonThread.start("sandboxed-port-back", () -> copy(called, caller));
            copy(caller, called);
            // Whoever has said all that he had to say may wait for an answer, but not for ever.
            called.setSoTimeout((int) SILENCE.toMillis());
            back.join();
        } catch (IOException | RuntimeException over) {
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
            from.getInputStream().transferTo(to.getOutputStream());
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
        door.close();
        open.forEach(ConnectionRelay::end);
    }
}
