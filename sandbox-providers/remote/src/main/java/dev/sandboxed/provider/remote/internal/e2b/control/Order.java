package dev.sandboxed.provider.remote.internal.e2b.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spec.AllowedHost;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.provider.remote.internal.wire.Json;
import java.time.Duration;
import java.util.Map;

/**
 * What is asked for when a sandbox is made.
 *
 * @param template the template or snapshot that it is made from
 * @param lifetime when the service ends it unless somebody asks for more
 * @param metadata what is written on it
 * @param env variables of all that runs inside
 * @param network what it may reach
 */
public record Order(
        String template,
        Duration lifetime,
        Map<String, String> metadata,
        Map<String, String> env,
        NetworkPolicy network) {

    private static final String EVERYTHING = "0.0.0.0/0";

    /** Checks the list: the service knows hosts and addresses, and one without its port would allow more than was asked for. */
    public Order {
        network.allowedHosts().stream()
                .map(AllowedHost::parse)
                .filter(host -> host.port() != 0)
                .findFirst()
                .ifPresent(Order::refuse);
        metadata = Map.copyOf(metadata);
        env = Map.copyOf(env);
    }

    private static void refuse(AllowedHost host) {
        throw new SandboxStartException(
                Fault.of("'" + host + "' is on the allow-list, and the lists of the service have no ports")
                        .remedy("allow '" + host.host()
                                + "' with all its ports, or take a provider of this host, such as runc"));
    }

    ObjectNode written() {
        ObjectNode body = Json.message().put("templateID", template).put("timeout", seconds(lifetime));
        body.set("metadata", Json.of(metadata));
        body.set("envVars", Json.of(env));
        body.put("allow_internet_access", network.network() != Network.NONE);
        if (network.network() == Network.ALLOW_LIST) {
            ObjectNode rules = body.putObject("network");
            network.allowedHosts().stream()
                    .map(AllowedHost::parse)
                    .map(AllowedHost::host)
                    .sorted()
                    .forEach(rules.putArray("allowOut")::add);
            rules.putArray("denyOut").add(EVERYTHING);
        }
        return body;
    }

    /** Returns a time in the unit of the service, rounded up. */
    static long seconds(Duration time) {
        return Math.max(1, time.plusNanos(999_999_999).toSeconds());
    }
}
