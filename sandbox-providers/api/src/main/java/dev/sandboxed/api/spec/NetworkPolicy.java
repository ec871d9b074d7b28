package dev.sandboxed.api.spec;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * A sandbox's network: what it may reach, and which of its ports can be reached from the host.
 *
 * @param network what it may reach
 * @param allowedHosts the host names of the allow-list; empty unless {@code network} is {@code ALLOW_LIST}
 * @param exposedPorts TCP ports inside that {@code Sandbox.endpoint} makes reachable from the host
 */
public record NetworkPolicy(Network network, Set<String> allowedHosts, Set<Integer> exposedPorts) {

    /**
     * Check that the parts agree.
     *
     * @throws IllegalArgumentException if an allow-list is empty or given for another mode, if a host is blank, or if a
     *     port is outside 1 to 65535
     */
    public NetworkPolicy {
        allowedHosts = Set.copyOf(allowedHosts);
        exposedPorts = Set.copyOf(exposedPorts);
        if ((network == Network.ALLOW_LIST) == allowedHosts.isEmpty()) {
            throw new IllegalArgumentException("Network " + network + " does not go with allowed hosts "
                    + new TreeSet<>(allowedHosts) + "; use NetworkPolicy.allowing(\"host.example\") for an allow-list");
        }
        for (String host : allowedHosts) {
            if (host.isBlank() || host.chars().anyMatch(Character::isWhitespace) || host.indexOf('/') >= 0) {
                throw new IllegalArgumentException(
                        "Not a host name for an allow-list: '" + host + "'; give a bare name such as host.example");
            }
        }
        for (int port : exposedPorts) {
            if (port < 1 || port > 65_535) {
                throw new IllegalArgumentException("Exposed port must be between 1 and 65535, but was " + port);
            }
        }
    }

    public static NetworkPolicy of(Network network) {
        return new NetworkPolicy(network, Set.of(), Set.of());
    }

    /** Allows the given host names and nothing else. */
    public static NetworkPolicy allowing(String... hosts) {
        return new NetworkPolicy(Network.ALLOW_LIST, new LinkedHashSet<>(List.of(hosts)), Set.of());
    }

    /**
     * Reads a written policy: {@code none}, {@code full}, or the only hosts to reach, separated by commas.
     *
     * @throws IllegalArgumentException if a name in the list is no host name
     */
    public static NetworkPolicy parse(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "none" -> of(Network.NONE);
            case "full" -> of(Network.FULL);
            default -> allowing(text.split(",", -1));
        };
    }

    /** Writes what may be reached as {@link #parse} reads it; exposed ports are left out. */
    public String written() {
        return network == Network.ALLOW_LIST
                ? String.join(",", new TreeSet<>(allowedHosts))
                : network.name().toLowerCase(Locale.ROOT);
    }

    /** Makes these ports of the sandbox reachable from the host as well. */
    public NetworkPolicy exposing(Integer... ports) {
        return new NetworkPolicy(network, allowedHosts, new LinkedHashSet<>(List.of(ports)));
    }
}
