package dev.sandboxed.credentials.internal;

import dev.sandboxed.network.internal.CredentialProxy.Door;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.X509TrustManager;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** What a sandbox takes for the services: a server for HTTP/1.1 at all doors of one sandbox. */
final class ProxyServer implements AutoCloseable {

    private static final Logger LOG = System.getLogger(ProxyServer.class.getName());

    /** At all doors together. Whoever is inside keeps waiting nobody but himself. */
    private static final int MOST_CONNECTIONS = 64;

    private static final int LEAST_THREADS = 4;
    private static final int LARGEST_HEADERS = 64 * 1024;
    /** Services that think for long before they answer are the rule among those with keys. */
    private static final Duration IDLE = Duration.ofMinutes(10);

    /** All calls are cancelled by then. */
    private static final Duration FAREWELL = Duration.ofMillis(500);

    private final Server server;
    private final List<Service> services;

    private ProxyServer(Server server, List<Service> services) {
        this.server = server;
        this.services = services;
    }

    /** Starts one; throws {@link IOException} if it cannot be. */
    static ProxyServer start(List<Door> doors, X509TrustManager trust) throws IOException {
        QueuedThreadPool threads =
                new QueuedThreadPool(MOST_CONNECTIONS + 2 * doors.size() + LEAST_THREADS, LEAST_THREADS);
        threads.setName("sandboxed-credentials");
        threads.setDaemon(true);
        threads.setStopTimeout(FAREWELL.toMillis());
        Server server = new Server(threads);
        Map<Connector, Service> services = new LinkedHashMap<>();
        ProxyServer started = new ProxyServer(server, new ArrayList<>());
        try {
            for (Door door : doors) {
                ServerConnector connector = connector(server, door);
                connector.setIdleTimeout(IDLE.toMillis());
                connector.setShutdownIdleTimeout(1);
                connector.open(door.socket());
                server.addConnector(connector);
                Service service = new Service(door, trust);
                started.services.add(service);
                services.put(connector, service);
            }
            server.addBean(new NetworkConnectionLimit(
                    MOST_CONNECTIONS, services.keySet().toArray(Connector[]::new)));
            server.setHandler(new PassOn(services));
            server.setStopTimeout(0);
            server.start();
            return started;
        } catch (Exception | LinkageError e) {
            started.close();
            throw new IOException("requests to services with credentials cannot be taken: " + e, e);
        }
    }

    private static ServerConnector connector(Server server, Door door) throws IOException {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        http.setRequestHeaderSize(LARGEST_HEADERS);
        http.setResponseHeaderSize(LARGEST_HEADERS);
        // Names of packages have slashes that are written with a percent sign; what they mean is the service's
        // business.
        http.setUriCompliance(UriCompliance.RFC3986.with(
                "passed on", UriCompliance.AMBIGUOUS_VIOLATIONS.toArray(UriCompliance.Violation[]::new)));
        HttpConnectionFactory plain = new HttpConnectionFactory(http);
        if (!door.encrypted()) {
            return new ServerConnector(server, 0, 1, plain);
        }
        SslContextFactory.Server certificates = new SslContextFactory.Server();
        certificates.setSslContext(
                OwnAuthority.ofJvm().contextFor(door.service().getHost()));
        return new ServerConnector(server, 0, 1, new SslConnectionFactory(certificates, plain.getProtocol()), plain);
    }

    @Override
    public void close() {
        // Calls that have begun are ended first, since the server waits for them, and then what came in meanwhile.
        services.forEach(Service::close);
        try {
            server.stop();
        } catch (Exception e) {
            LOG.log(Level.DEBUG, "A proxy for credentials did not stop as it should", e);
        }
        services.forEach(Service::close);
    }
}
