package dev.sandboxed.serve.internal.web;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxTransportException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.unixdomain.server.UnixDomainServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** An HTTP/1.1 server. */
public final class WebServer implements AutoCloseable {

    private static final Logger LOG = System.getLogger(WebServer.class.getName());
    /** The selector and the acceptor, and some to spare for what the server does besides. */
    private static final int OWN_THREADS = 16;
    /** How long connections on which nothing happens hold up the end. */
    private static final Duration IDLE_AT_END = Duration.ofMillis(50);
    /** Files come in pieces of this size. */
    private static final int INPUT_BUFFER = 64 * 1024;
    /** Nothing is on its way for long on one machine: what the system keeps beyond this has left the processor's caches when it is taken. */
    private static final int KEPT_ON_ONE_MACHINE = 256 * 1024;

    private final Server server;
    private final Door door;
    private final AbstractConnector connector;

    private WebServer(Server server, Door door, AbstractConnector connector) {
        this.server = server;
        this.door = door;
        this.connector = connector;
    }

    /**
     * Starts a server.
     *
     * @param name what its threads are called
     * @param door where it listens
     * @throws SandboxTransportException if it cannot listen there
     */
    public static WebServer start(String name, Door door, ServerLimits limits, HttpService service) {
        // Every request may wait on its thread, so there are enough for all connections.
        QueuedThreadPool threads = new QueuedThreadPool(limits.connections() + OWN_THREADS);
        threads.setName("sandboxed-" + name);
        threads.setDaemon(true);
        Server server = new Server(threads);
        AbstractConnector connector = connector(server, door, factory());
        connector.setIdleTimeout(limits.idle().toMillis());
        connector.setShutdownIdleTimeout(IDLE_AT_END.toMillis());
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(limits.connections(), connector));
        server.setHandler(new GracefulHandler(new ServiceHandler(service)));
        server.setErrorHandler(new JsonErrors());
        server.setStopTimeout(limits.farewell().toMillis());
        WebServer started = new WebServer(server, door, connector);
        requireNew(door);
        try {
            server.start();
            if (door.socket() != null) {
                Files.setPosixFilePermissions(door.socket(), PosixFilePermissions.fromString("rw-------"));
            }
        } catch (Exception e) {
            started.close();
            throw new SandboxTransportException(Fault.of("Cannot listen on " + door + ": " + e)
                    .remedy(
                            door.socket() == null
                                    ? "choose another port, or 0 for any that is free"
                                    : "name a file of at most 100 characters in a folder that you may write")
                    .cause(e));
        }
        return started;
    }

    /** Whose socket it is that is there nobody knows, and it is deleted at the end. */
    private static void requireNew(Door door) {
        if (door.socket() != null && Files.exists(door.socket(), LinkOption.NOFOLLOW_LINKS)) {
            throw new SandboxTransportException(Fault.of("Cannot listen on " + door + ": there is something already")
                    .remedy("name another file, or delete this one if no server uses it"));
        }
    }

    private static HttpConnectionFactory factory() {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        HttpConnectionFactory factory = new HttpConnectionFactory(http);
        factory.setInputBufferSize(INPUT_BUFFER);
        return factory;
    }

    private static AbstractConnector connector(Server server, Door door, HttpConnectionFactory factory) {
        Path socket = door.socket();
        if (socket != null) {
            UnixDomainServerConnector connector = new UnixDomainServerConnector(server, 1, 1, factory);
            connector.setUnixDomainPath(socket);
            return connector;
        }
        ServerConnector connector = new ServerConnector(server, 1, 1, factory);
        connector.setHost(door.host());
        connector.setPort(door.port());
        if (door.isLoopback()) {
            connector.setAcceptedSendBufferSize(KEPT_ON_ONE_MACHINE);
        }
        return connector;
    }

    /** Returns where it is reached: an address of the web, or {@code unix:} and the file of its socket, escaped as in every URI. */
    public URI url() {
        return connector instanceof ServerConnector network
                ? URI.create("http://" + door.host() + ":" + network.getLocalPort())
                : URI.create(
                        "unix:" + Path.of(String.valueOf(door.socket())).toUri().getRawPath());
    }

    /** Returns where it is reached as settings say it: as {@link #url}, but with the file of a socket as it is called. */
    public String endpoint() {
        return connector instanceof ServerConnector ? url().toString() : "unix:" + url().getPath();
    }

    /** Stops listening, lets answers come to their end for a moment, and breaks off the others. */
    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            LOG.log(Level.DEBUG, "A server did not stop as it should", e);
        } finally {
            removeSocket();
        }
    }

    private void removeSocket() {
        try {
            if (door.socket() != null && server.isStopped()) {
                Files.deleteIfExists(door.socket());
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "The socket {0} could not be removed: {1}", door, e);
        }
    }
}
