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
 * @param allowedHosts the entries of the allow-list as {@link AllowedHost} reads them; empty unless {@code network} is {@code ALLOW_LIST}
 * @param exposedPorts ports inside that {@code Sandbox.endpoint} makes reachable from the host
 */
public record NetworkPolicy(Network network, Set<String> allowedHosts, Set<Integer> exposedPorts) {

    /**
     * Check that the parts agree.
     *
     * @throws IllegalArgumentException if an allow-list is empty or given for another mode, if a host is none that
     *     {@link AllowedHost#parse} reads, or if a port is outside 1 to 65535
     */
    public NetworkPolicy {
        allowedHosts = Set.copyOf(allowedHosts);
        exposedPorts = Set.copyOf(exposedPorts);
        if ((network == Network.ALLOW_LIST) == allowedHosts.isEmpty()) {
            throw new IllegalArgumentException("Network " + network + " does not go with allowed hosts "
                    + new TreeSet<>(allowedHosts) + "; use NetworkPolicy.allowing(\"host.example\") for an allow-list");
        }
        allowedHosts.forEach(AllowedHost::parse);
        for (int port : exposedPorts) {
            if (port < 1 || port > 65_535) {
                throw new IllegalArgumentException("Exposed port must be between 1 and 65535, but was " + port);
            }
        }
    }

    public static NetworkPolicy of(Network network) {
        return new NetworkPolicy(network, Set.of(), Set.of());
    }

    /** Allows the given hosts, each as {@link AllowedHost} reads it, and nothing else. */
    public static NetworkPolicy allowing(String... hosts) {
        return new NetworkPolicy(Network.ALLOW_LIST, new LinkedHashSet<>(List.of(hosts)), Set.of());
    }

    /**
     * Reads a written policy: {@code none}, {@code full}, or the only hosts to reach, separated by commas.
     *
     * @throws IllegalArgumentException if an entry of the list is none
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

    /**
     * Returns whether a name, which is in lower case and without a dot at its end, may be reached at a port. The host's loopback is
     * allowed by its very name only.
     */
    public boolean allowsName(String name, int port) {
        boolean loopback = name.equals(AllowedHost.LOOPBACK_OF_HOST);
        return (network == Network.FULL && !loopback)
                || allowedHosts.stream()
                        .map(AllowedHost::parse)
                        .filter(host -> host.port() == 0 || host.port() == port)
                        .anyMatch(host -> loopback ? host.host().equals(name) : host.allowsName(name));
    }

    /** Returns whether ports of the host's own loopback are on the list. */
    public boolean reachesLoopbackOfHost() {
        return allowedHosts.stream()
                .map(AllowedHost::parse)
                .anyMatch(host -> host.host().equals(AllowedHost.LOOPBACK_OF_HOST));
    }

    /** Makes these ports of the sandbox reachable from the host as well. */
    public NetworkPolicy exposing(Integer... ports) {
        return new NetworkPolicy(network, allowedHosts, new LinkedHashSet<>(List.of(ports)));
    }
}
