package dev.sandboxed.serve.internal.web;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxTransportException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.Duration;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** An HTTP/1.1 server that only programs of this machine reach. */
public final class LoopbackServer implements AutoCloseable {

    private static final Logger LOG = System.getLogger(LoopbackServer.class.getName());
    private static final String ADDRESS = "127.0.0.1";
    /** The selector and the acceptor, and some to spare for what the server does besides. */
    private static final int OWN_THREADS = 16;
    /** How long connections on which nothing happens hold up the end. */
    private static final Duration IDLE_AT_END = Duration.ofMillis(50);

    private final Server server;
    private final ServerConnector connector;

    private LoopbackServer(Server server, ServerConnector connector) {
        this.server = server;
        this.connector = connector;
    }

    /**
     * Starts a server.
     *
     * @param name what its threads are called
     * @param port where it listens; 0 for any free one
     * @throws SandboxTransportException if it cannot listen there
     */
    public static LoopbackServer start(String name, int port, ServerLimits limits, HttpService service) {
        // Every request may wait on its thread, so there are enough for all connections.
        QueuedThreadPool threads = new QueuedThreadPool(limits.connections() + OWN_THREADS);
        threads.setName("sandboxed-" + name);
        threads.setDaemon(true);
        Server server = new Server(threads);
        ServerConnector connector = connector(server, port, limits);
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(limits.connections(), connector));
        server.setHandler(new GracefulHandler(new ServiceHandler(service)));
        server.setErrorHandler(new JsonErrors());
        server.setStopTimeout(limits.farewell().toMillis());
        LoopbackServer started = new LoopbackServer(server, connector);
        try {
            server.start();
        } catch (Exception e) {
            started.close();
            throw new SandboxTransportException(Fault.of("Cannot listen on " + ADDRESS + ":" + port + ": " + e)
                    .remedy("choose another port, or 0 for any that is free")
                    .cause(e));
        }
        return started;
    }

    private static ServerConnector connector(Server server, int port, ServerLimits limits) {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
        connector.setHost(ADDRESS);
        connector.setPort(port);
        connector.setIdleTimeout(limits.idle().toMillis());
        connector.setShutdownIdleTimeout(IDLE_AT_END.toMillis());
        return connector;
    }

    /** Returns where it is reached. */
    public URI url() {
        return URI.create("http://" + ADDRESS + ":" + connector.getLocalPort());
    }

    /** Stops listening, lets answers come to their end for a moment, and breaks off the others. */
    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            LOG.log(Level.DEBUG, "A server did not stop as it should", e);
        }
    }
}
