package dev.sandboxed.conformance.internal.trial;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A service of the host that says a secret word to whoever reaches it, on one address and for the time of a test. It speaks
 * HTTP to those who do, and does not wait for a request.
 */
public final class KitService implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 2_000;
    /** Each that is walled off costs some seconds. */
    private static final int MOST_ADDRESSES = 5;

    private final String word = "reached-" + UUID.randomUUID();
    private final AtomicInteger callers = new AtomicInteger();
    private final ServerSocket socket;

    private KitService(InetAddress address) throws IOException {
        socket = new ServerSocket();
        socket.bind(new InetSocketAddress(address, 0));
        Thread waiter = new Thread(this::serve, "conformance-service");
        waiter.setDaemon(true);
        waiter.start();
    }

    /** Listens on an address of this host, at any port that is free. */
    public static KitService on(InetAddress address) {
        try {
            return new KitService(address);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot listen on " + address, e);
        }
    }

    /** Returns the addresses of this host that a service may be reached at, loopback first; of many only some. */
    public static List<InetAddress> addresses() {
        try {
            Stream<InetAddress> outer = NetworkInterface.networkInterfaces()
                    .filter(KitService::isUp)
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress());
            return Stream.concat(Stream.of(InetAddress.getLoopbackAddress()), outer)
                    .limit(MOST_ADDRESSES)
                    .toList();
        } catch (SocketException e) {
            throw new UncheckedIOException("Cannot list the network interfaces of this host", e);
        }
    }

    /** Returns the name of this host; empty where it has none. */
    public static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "";
        }
    }

    /** Returns the addresses that a name stands for; none where it cannot be resolved. */
    public static List<InetAddress> addressesOf(String name) {
        try {
            return name.isEmpty() ? List.of() : List.of(InetAddress.getAllByName(name));
        } catch (UnknownHostException e) {
            return List.of();
        }
    }

    private static boolean isUp(NetworkInterface each) {
        try {
            return each.isUp();
        } catch (SocketException e) {
            return false;
        }
    }

    public String host() {
        return socket.getInetAddress().getHostAddress();
    }

    public int port() {
        return socket.getLocalPort();
    }

    /** Returns the word that only those know who were here. */
    public String word() {
        return word;
    }

    /** Returns how many came. */
    public int callers() {
        return callers.get();
    }

    private void serve() {
        while (!socket.isClosed()) {
            try (Socket caller = socket.accept()) {
                callers.incrementAndGet();
                answer(caller);
            } catch (IOException e) {
                // Either the service was closed, which ends the loop, or a caller went away, which is its own affair.
            }
        }
    }

    private void answer(Socket caller) throws IOException {
        caller.setSoTimeout(PATIENCE_MILLIS);
        String answer = "HTTP/1.0 200 OK\r\nContent-Length: " + (word.length() + 2) + "\r\n\r\n" + word + "\r\n";
        caller.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
        caller.getOutputStream().flush();
        caller.shutdownOutput();
        // Closing before the request was read would tear the answer out of the caller's hands.
        InputStream request = caller.getInputStream();
        while (request.read() >= 0) {
            request.skip(request.available());
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot close a service of the kit", e);
        }
    }
}
