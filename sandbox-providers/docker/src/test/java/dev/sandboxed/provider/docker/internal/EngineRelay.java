package dev.sandboxed.provider.docker.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stands between a provider and the engine, which others use as well and which must not be stopped: to the provider, an
 * engine that goes away and comes back, or one that no longer says anything.
 */
final class EngineRelay implements AutoCloseable {

    private final Path socket;
    private final Path engine;
    private final Set<SocketChannel> connections = ConcurrentHashMap.newKeySet();
    private volatile CompletableFuture<Void> flow = CompletableFuture.completedFuture(null);
    private ServerSocketChannel listener;

    EngineRelay(Path folder, Path engine) {
        this.socket = folder.resolve("relay.sock");
        this.engine = engine;
        comeBack();
    }

    /** Returns where it listens, as the setting {@code host} takes it. */
    String address() {
        return "unix://" + socket;
    }

    /** Stop as an engine does: nobody listens, and all connections are closed. */
    synchronized void goAway() {
        try {
            listener.close();
            Files.deleteIfExists(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        flow.complete(null);
        connections.forEach(EngineRelay::close);
        connections.clear();
    }

    /** Listen, after it went away or for the first time. */
    synchronized void comeBack() {
        try {
            listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(socket));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ServerSocketChannel current = listener;
        daemon(() -> accept(current));
    }

    /** Carries nothing any more in either direction, and keeps all connections; new ones are taken and kept, too. */
    void hang() {
        flow = new CompletableFuture<>();
    }

    /** Carries what was held back, and all that follows. */
    void goOn() {
        flow.complete(null);
    }

    private void accept(ServerSocketChannel from) {
        try {
            while (true) {
                SocketChannel client = from.accept();
                connections.add(client);
                SocketChannel server = SocketChannel.open(UnixDomainSocketAddress.of(engine));
                connections.add(server);
                daemon(() -> carry(client, server));
                daemon(() -> {
                    carry(server, client);
                    connections.remove(client);
                    connections.remove(server);
                    close(client);
                    close(server);
                });
            }
        } catch (IOException wentAway) {
            close(from);
        }
    }

    /** The end of one direction is passed on, and leaves the other as it is. */
    private void carry(SocketChannel from, SocketChannel to) {
        ByteBuffer buffer = ByteBuffer.allocate(64 * 1024);
        try {
            while (from.read(buffer) >= 0) {
                flow.join();
                buffer.flip();
                while (buffer.hasRemaining()) {
                    to.write(buffer);
                }
                buffer.clear();
            }
            flow.join();
            to.shutdownOutput();
        } catch (IOException broken) {
            close(to);
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "engine-relay");
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(AutoCloseable channel) {
        try {
            channel.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        goAway();
    }
}
