package dev.sandboxed.junit.all;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.Owner;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Stands before the engine of this host, which others use as well: once it is shut, the engine is dead to those who came through it. */
final class EngineGate implements AutoCloseable {

    private final Path engine;
    private final Path socket;
    private final Set<SocketChannel> connections = ConcurrentHashMap.newKeySet();
    private ServerSocketChannel listener;

    private EngineGate(Path engine, Path socket) {
        this.engine = engine;
        this.socket = socket;
    }

    /** Skips the test where no engine listens at a socket of this host. */
    static EngineGate at(Path socket) {
        try (SandboxProvider docker = ServiceLoader.load(SandboxProviderFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(factory -> factory.name().equals("docker"))
                .findFirst()
                .orElseThrow()
                .open(ProviderContext.in(socket.getParent()).withEnvironment(System.getenv()))) {
            ProviderStatus status = docker.status();
            String address = status instanceof ProviderStatus.Available found
                    ? found.details().get("address")
                    : "none";
            assumeTrue(String.valueOf(address).startsWith("unix://"), () -> "no engine at a socket: " + status);
            EngineGate gate = new EngineGate(Path.of(address.substring("unix://".length())), socket);
            gate.open();
            return gate;
        }
    }

    String address() {
        return "unix://" + socket;
    }

    synchronized void open() {
        try {
            listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(socket));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ServerSocketChannel current = listener;
        daemon(() -> {
            while (true) {
                connect(current.accept());
            }
        });
    }

    private void connect(SocketChannel client) throws IOException {
        SocketChannel server = SocketChannel.open(UnixDomainSocketAddress.of(engine));
        connections.add(client);
        connections.add(server);
        daemon(() -> pass(client, server));
        daemon(() -> pass(server, client));
    }

    private static void pass(SocketChannel from, SocketChannel to) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(64 * 1024);
        while (from.read(bytes) >= 0) {
            bytes.flip();
            while (bytes.hasRemaining()) {
                to.write(bytes);
            }
            bytes.clear();
        }
        to.shutdownOutput();
    }

    /** Nobody listens any more, and all connections are closed, as when an engine is killed. */
    synchronized void shut() {
        try {
            listener.close();
            Files.deleteIfExists(socket);
            for (SocketChannel connection : connections) {
                connection.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    /** Whatever it does ends when its channel is closed. */
    private static void daemon(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException closed) {
                        // By the engine, by the one who asks or by the gate.
                    }
                },
                "engine-gate");
        thread.setDaemon(true);
        thread.start();
    }

    /** Removes what this process has left in the engine, since closing it did not get through. Some may be going already. */
    void removeLeftovers() throws IOException, InterruptedException {
        String script = """
                for attempt in $(seq 100); do
                    left=$(docker -H "$1" ps --all --quiet --filter "label=dev.sandboxed.owner.pid=$2") || exit
                    [ -n "$left" ] || exit 0
                    docker -H "$1" rm --force --volumes $left
                done
                exit 1
                """;
        Process shell = new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        script,
                        "sh",
                        "unix://" + engine,
                        String.valueOf(Owner.current().pid()))
                .redirectErrorStream(true)
                .start();
        String said = new String(shell.getInputStream().readAllBytes(), UTF_8);
        assertThat(shell.waitFor()).as(said).isZero();
    }

    @Override
    public void close() {
        shut();
    }
}
