package dev.sandboxed.serve;

import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.serve.internal.direct.DirectSupply;
import dev.sandboxed.serve.internal.http.Guests;
import dev.sandboxed.serve.internal.http.HttpApi;
import dev.sandboxed.serve.internal.http.Rules;
import dev.sandboxed.serve.internal.web.Door;
import dev.sandboxed.serve.internal.web.Ids;
import dev.sandboxed.serve.internal.web.ServerLimits;
import dev.sandboxed.serve.internal.web.Timers;
import dev.sandboxed.serve.internal.web.WebServer;
import dev.sandboxed.serve.supply.SandboxSupply;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Serves the sandboxes of providers by our own contract over HTTP, which {@code docs/http-openapi.json} describes and the provider
 * {@code http} speaks.
 *
 * <p>Whoever has the token may create sandboxes, and use those that it created. What a client leaves that is not heard of any more
 * is removed. Folders of this host are never mounted for clients, and are images for them only if the settings say so.
 *
 * <p>Safe from several threads.
 */
public final class SandboxServer implements AutoCloseable {

    private final String token;
    private final Timers timers;
    private final Guests guests;
    private final WebServer server;

    private SandboxServer(String token, Timers timers, Guests guests, WebServer server) {
        this.token = token;
        this.timers = timers;
        this.guests = guests;
        this.server = server;
    }

    /**
     * Starts a server.
     *
     * @param providers make the sandboxes, the first unless a client names another; they are not closed with the server
     * @throws IllegalArgumentException if there is no provider
     * @throws dev.sandboxed.api.capability.UnsupportedCapabilityException if a provider cannot stream, as every command does here
     * @throws dev.sandboxed.api.error.SandboxTransportException if it cannot listen there
     */
    public static SandboxServer start(List<SandboxProvider> providers, ServerSettings settings) {
        providers.forEach(provider -> provider.capabilities().require(Set.of(Capability.STREAMING), provider.name()));
        return start(new DirectSupply(providers), settings);
    }

    /**
     * Starts a server whose sandboxes may be ready before they are asked for.
     *
     * @param supply makes the sandboxes, whose providers can stream; it is not closed with the server
     * @throws IllegalArgumentException if it has no provider
     * @throws dev.sandboxed.api.error.SandboxTransportException if it cannot listen there
     */
    public static SandboxServer start(SandboxSupply supply, ServerSettings settings) {
        if (supply.providers().isEmpty()) {
            throw new IllegalArgumentException("Nothing can be served without a provider; give at least one");
        }
        String token = settings.token().orElseGet(Ids::secret);
        Timers timers = new Timers();
        Rules rules = new Rules(
                settings.mostSandboxes(),
                settings.lease(),
                settings.longestCommand(),
                settings.largestFile(),
                settings.hostImages());
        Guests guests = new Guests(supply, rules, timers);
        try {
            WebServer server = WebServer.start(
                    "serve", door(settings), ServerLimits.DEFAULT, new HttpApi(token, guests, rules, timers));
            return new SandboxServer(token, timers, guests, server);
        } catch (RuntimeException e) {
            timers.close();
            throw e;
        }
    }

    private static Door door(ServerSettings settings) {
        return settings.socket().map(Door::file).orElseGet(() -> new Door(settings.host(), settings.port(), null));
    }

    /** Returns where it is reached: an address of the web, or {@code unix:} and the file of its socket. */
    public URI url() {
        return server.url();
    }

    /** Returns what clients must send. Whoever has it can run commands on this machine. */
    public String token() {
        return token;
    }

    /** Returns the variables with which the provider {@code http} finds the server. */
    public Map<String, String> environment() {
        return Map.of("SANDBOX_HTTP_ENDPOINT", server.endpoint(), "SANDBOX_HTTP_TOKEN", token);
    }

    /** Ends all sandboxes, lets answers come to their end for a moment, and stops listening. Closing twice is fine. */
    @Override
    public void close() {
        try {
            guests.close();
        } finally {
            timers.close();
            server.close();
        }
    }
}
