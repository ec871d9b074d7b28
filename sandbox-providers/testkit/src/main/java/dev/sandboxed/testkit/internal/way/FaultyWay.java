package dev.sandboxed.testkit.internal.way;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A way to a server of this machine on which something goes wrong. */
public final class FaultyWay implements AutoCloseable {

    /** What goes wrong, from now on and with all connections. */
    public enum Fault {
        NONE,
        /** Every piece takes 50 ms. */
        LATENCY,
        /** Connections stay open, and nothing moves any more. */
        HALF_OPEN,
        /** A request arrives, and the connection breaks when it is answered. */
        NO_ANSWER,
        /** Connections break as soon as they are there. */
        AWAY
    }

    private static final long DELAY_NANOS = 50_000_000;

    private final ServerSocket entrance;
    private final InetSocketAddress target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger lost = new AtomicInteger();
    private final AtomicLong moved = new AtomicLong();
    private volatile Fault fault = Fault.NONE;

    /** Leads to a server, by a port of its own. */
    public FaultyWay(URI server) {
        try {
            this.entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.target = new InetSocketAddress(server.getHost(), server.getPort());
        start(this::accept);
    }

    /** Returns the address of its beginning, for who speaks HTTP. */
    public String url() {
        return "http://" + authority();
    }

    /** Returns the host and the port of its beginning. */
    public String authority() {
        return "127.0.0.1:" + entrance.getLocalPort();
    }

    /** Has something go wrong from now on, or nothing any more. */
    public void let(Fault next) {
        fault = next;
    }

    /** Returns how many answers were lost. */
    public int lost() {
        return lost.get();
    }

    /** Returns how many bytes have passed in both directions. */
    public long moved() {
        return moved.get();
    }

    /** Breaks every connection that there is. */
    public void reset() {
        open.forEach(FaultyWay::abort);
    }

    private void accept() {
        while (!entrance.isClosed()) {
            try {
                Socket client = entrance.accept();
                if (fault == Fault.AWAY) {
                    abort(client);
                    continue;
                }
                Socket server = new Socket();
                server.connect(target);
                open.add(client);
                open.add(server);
                start(() -> move(client, server, false));
                start(() -> move(server, client, true));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void move(Socket from, Socket to, boolean answers) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[8192];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                if (answers && fault == Fault.NO_ANSWER) {
                    lost.incrementAndGet();
                    abort(to);
                    return;
                }
                if (fault == Fault.LATENCY) {
                    LockSupport.parkNanos(DELAY_NANOS);
                }
                while (fault == Fault.HALF_OPEN && !from.isClosed()) {
                    LockSupport.parkNanos(DELAY_NANOS);
                }
                moved.addAndGet(count);
                out.write(buffer, 0, count);
            }
        } catch (IOException broken) {
            // Both ends see it.
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    private static void abort(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException alreadyClosed) {
            // As it should be.
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "faulty-way");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        fault = Fault.NONE;
        entrance.close();
        reset();
    }
}
