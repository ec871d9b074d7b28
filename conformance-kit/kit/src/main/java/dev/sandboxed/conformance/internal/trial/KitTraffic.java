package dev.sandboxed.conformance.internal.trial;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.conformance.internal.text.ResourceText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A service of the host that sends much to whoever comes, or takes much from him, on one address and for the time of a test. */
public final class KitTraffic implements AutoCloseable {

    /** Which way the bytes go, as seen from inside. */
    public enum Direction {
        FETCH,
        SEND
    }

    /** Until the end of a connection is seen here, once the command that made it has ended. */
    private static final Duration ENDING = Duration.ofSeconds(10);

    private static final Duration LONGEST = Duration.ofSeconds(50);
    private static final Map<String, String> TOOLS = new LinkedHashMap<>();

    static {
        for (String language : List.of("python3", "perl", "bash")) {
            TOOLS.put(language, ResourceText.of(KitTraffic.class, "traffic-" + language + ".sh"));
        }
        for (String netcat : List.of("nc", "ncat", "netcat")) {
            TOOLS.put(
                    netcat,
                    ResourceText.of(KitTraffic.class, "traffic-netcat.sh").replace("NETCAT", netcat));
        }
    }

    private final ServerSocket socket;
    private final Direction direction;
    private final int bytes;
    /** How long the bytes took, from the call on; where they are fetched, until the caller had them all and went. */
    private final CompletableFuture<Duration> taken = new CompletableFuture<>();

    private KitTraffic(InetAddress address, Direction direction, int bytes) throws IOException {
        this.direction = direction;
        this.bytes = bytes;
        socket = new ServerSocket();
        socket.bind(new InetSocketAddress(address, 0));
        Thread waiter = new Thread(this::serve, "conformance-traffic");
        waiter.setDaemon(true);
        waiter.start();
    }

    /** Returns the best of the tools inside; empty where there is none. */
    public static Optional<String> tool(Guest guest) {
        return TOOLS.entrySet().stream()
                .filter(tool -> guest.has(tool.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** Listens on an address of this host, at any port that is free. */
    public static KitTraffic on(InetAddress address, Direction direction, int bytes) {
        try {
            return new KitTraffic(address, direction, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot listen on " + address, e);
        }
    }

    public int port() {
        return socket.getLocalPort();
    }

    /** Moves the bytes from inside; returns how long that took, or empty if they did not arrive. */
    public Optional<Duration> move(Trial trial, Sandbox sandbox, String tool) {
        String values = "host=" + socket.getInetAddress().getHostAddress() + " port=" + port() + " direction="
                + direction.name().toLowerCase(Locale.ROOT) + " bytes=" + bytes + "\n";
        ExecResult result = sandbox.exec(Command.shell(values + tool).timeout(trial.patience(LONGEST)));
        int expected = direction == Direction.FETCH ? bytes : 1;
        return result.stdout().strip().equals(String.valueOf(expected))
                ? Optional.of(taken.orTimeout(ENDING.toMillis(), TimeUnit.MILLISECONDS)
                        .join())
                : Optional.empty();
    }

    private void serve() {
        while (!socket.isClosed()) {
            try (Socket caller = socket.accept()) {
                long begun = System.nanoTime();
                if (direction == Direction.FETCH) {
                    caller.getOutputStream().write(new byte[bytes]);
                } else {
                    caller.getInputStream().skipNBytes(bytes);
                    taken.complete(Duration.ofNanos(System.nanoTime() - begun));
                    caller.getOutputStream().write(1);
                }
                caller.shutdownOutput();
                caller.getInputStream().readAllBytes();
                if (direction == Direction.FETCH) {
                    taken.complete(Duration.ofNanos(System.nanoTime() - begun));
                }
            } catch (IOException e) {
                // Either the service was closed, which ends the loop, or a caller went away, which is its own affair.
            }
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
