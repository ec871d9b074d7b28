package dev.sandboxed.serve;

import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.serve.internal.e2b.control.ControlApi;
import dev.sandboxed.serve.internal.e2b.envd.Edge;
import dev.sandboxed.serve.internal.e2b.fleet.Fleet;
import dev.sandboxed.serve.internal.e2b.fleet.FleetRules;
import dev.sandboxed.serve.internal.web.Door;
import dev.sandboxed.serve.internal.web.Ids;
import dev.sandboxed.serve.internal.web.ServerLimits;
import dev.sandboxed.serve.internal.web.Timers;
import dev.sandboxed.serve.internal.web.WebServer;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * E2B on this machine: programs that were written for that service run against the sandboxes of a provider instead, without a
 * network and without an account.
 *
 * <p>Two servers listen on the loopback interface: one for E2B's control API, one for the daemons of all sandboxes. Both take only
 * what the service takes, and refuse the rest as it does. What a provider cannot do is refused, never ignored.
 *
 * <p>Safe from several threads.
 */
public final class LocalE2b implements AutoCloseable {

    private final String apiKey;
    private final List<Timers> timers;
    private final Fleet fleet;
    private final WebServer api;
    private final WebServer sandboxes;

    private LocalE2b(String apiKey, List<Timers> timers, Fleet fleet, WebServer api, WebServer sandboxes) {
        this.apiKey = apiKey;
        this.timers = timers;
        this.fleet = fleet;
        this.api = api;
        this.sandboxes = sandboxes;
    }

    /**
     * Starts both servers.
     *
     * @param provider makes the sandboxes; it is not closed with the servers
     * @throws dev.sandboxed.api.capability.UnsupportedCapabilityException if the provider cannot stream, which every command of
     *     E2B does, or does not have what the spec needs
     * @throws dev.sandboxed.api.error.SandboxTransportException if a port is taken or may not be used
     */
    public static LocalE2b start(SandboxProvider provider, E2bSettings settings) {
        provider.capabilities().require(Set.of(Capability.STREAMING), provider.name());
        provider.capabilities().require(settings.spec().requiredCapabilities(), provider.name());
        String key = settings.apiKey().orElseGet(() -> "e2b_" + Ids.secret());
        // Lifetimes have their own, so that nothing that is due for a daemon holds up the end of a sandbox.
        Timers lifetimes = new Timers();
        Timers daemons = new Timers();
        Fleet fleet = new Fleet(
                provider,
                new FleetRules(
                        settings.spec(), settings.mostSandboxes(), settings.longestLifetime(), settings.largestFile()),
                lifetimes);
        List<Timers> timers = List.of(lifetimes, daemons);
        WebServer api = WebServer.start(
                "e2b-api",
                Door.loopback(settings.apiPort()),
                ServerLimits.DEFAULT,
                new ControlApi(fleet, key, settings.envdVersion()));
        try {
            WebServer sandboxes = WebServer.start(
                    "e2b-envd", Door.loopback(settings.sandboxPort()), ServerLimits.DEFAULT, new Edge(fleet, daemons));
            return new LocalE2b(key, timers, fleet, api, sandboxes);
        } catch (RuntimeException e) {
            api.close();
            timers.forEach(Timers::close);
            throw e;
        }
    }

    /** Returns where sandboxes are created and found. */
    public URI apiUrl() {
        return api.url();
    }

    /** Returns where the daemons of all sandboxes are reached. */
    public URI sandboxUrl() {
        return sandboxes.url();
    }

    /** Returns what clients must send. Whoever has it can run commands on this machine. */
    public String apiKey() {
        return apiKey;
    }

    /** Returns the variables with which E2B's SDKs find the servers. */
    public Map<String, String> environment() {
        return Map.of(
                "E2B_API_KEY", apiKey,
                "E2B_API_URL", apiUrl().toString(),
                "E2B_SANDBOX_URL", sandboxUrl().toString());
    }

    /** Ends all sandboxes, deletes the snapshots that clients made, and stops the servers. Closing twice is fine. */
    @Override
    public void close() {
        try {
            fleet.close();
        } finally {
            timers.forEach(Timers::close);
            api.close();
            sandboxes.close();
        }
    }
}
