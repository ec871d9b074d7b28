package dev.sandboxed.network.internal;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.AllowedHost;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.linux.internal.network.LinkedNamespaces;
import java.net.Inet4Address;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the network of a sandbox shall be like.
 *
 * @param policy what may be reached, and which ports are
 * @param bandwidth how many bytes a second go at most, in each direction; empty for as many as can
 * @param names who knows the addresses of names
 * @param services what is reached with credentials
 */
record RoomPlan(NetworkPolicy policy, Optional<DataSize> bandwidth, Names names, ProxiedServices services) {

    /** Beyond those that Java knows: carriers' own networks, what is reserved, and where clouds tell secrets. */
    private static final List<String> PRIVATE = Stream.concat(
                    Stream.of("0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "198.18.0.0/15", "240.0.0.0/4"),
                    RoomRules.METADATA.stream())
            .toList();

    /** Returns the entries of the list; none if there is no list. */
    List<AllowedHost> hosts() {
        return policy.allowedHosts().stream().sorted().map(AllowedHost::parse).toList();
    }

    /** Returns the ports of the host's loopback that may be reached. */
    Set<Integer> hostPorts() {
        return hosts().stream()
                .filter(host -> host.host().equals(AllowedHost.LOOPBACK_OF_HOST))
                .map(AllowedHost::port)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the ports of the host's loopback that are reached as they are, without credentials. */
    Set<Integer> plainHostPorts() {
        Set<Integer> ports = hostPorts();
        services.credentials().stream()
                .filter(credential -> credential.host().equals(AllowedHost.LOOPBACK_OF_HOST))
                .forEach(credential -> ports.remove(credential.port()));
        return ports;
    }

    /** Returns where in the room the sandbox is answered to beyond its questions for names, as nft writes addresses with ports. */
    List<String> doors() {
        return Stream.concat(
                        hostPorts().stream().map(port -> LinkedNamespaces.OUTER_ADDRESS + " . " + port),
                        services.places().stream().map(place -> place.address() + " . " + place.port()))
                .distinct()
                .toList();
    }

    /**
     * Returns the entries that allow a name, which is in lower case and without a dot at its end. A name with anything in it that
     * must be written with a backslash is on no list: its dots are not where they look to be.
     */
    List<AllowedHost> allowing(String name) {
        return name.indexOf('\\') >= 0
                ? List.of()
                : hosts().stream()
                        .filter(host -> !host.isAddress() && host.allowsName(name))
                        .toList();
    }

    /**
     * Returns whether a name on the list opens an address that it leads to: no private one, unless this host itself says so.
     *
     * @param ours whether this host itself says that it leads there
     */
    boolean opens(Inet4Address address, boolean ours) {
        return (ours && !address.isLoopbackAddress()) || !isPrivate(address);
    }

    /** Returns whether the room itself may go to an address that the name of a service leads to, at the service's port. */
    boolean leadsOut(Inet4Address address, int port, boolean ours) {
        String written = address.getHostAddress();
        boolean never = RoomRules.NEVER.stream().anyMatch(range -> contains(range, written));
        boolean listed = hosts().stream()
                .filter(host -> host.port() == 0 || host.port() == port)
                .anyMatch(host -> host.isAddress() && contains(host.host(), written));
        return !never && (isFull() || opens(address, ours) || listed);
    }

    /** Returns whether an address is on the list itself, at one port or at all. */
    boolean lists(Inet4Address address) {
        return hosts().stream().anyMatch(host -> host.isAddress() && contains(host.host(), address.getHostAddress()));
    }

    private static boolean isPrivate(Inet4Address address) {
        return address.isLoopbackAddress()
                || address.isSiteLocalAddress()
                || address.isLinkLocalAddress()
                || address.isAnyLocalAddress()
                || address.isMulticastAddress()
                || PRIVATE.stream().anyMatch(range -> contains(range, address.getHostAddress()));
    }

    private static boolean contains(String range, String address) {
        int mask = length(range) == 0 ? 0 : -1 << (Integer.SIZE - length(range));
        return (number(range.replaceFirst("/.*", "")) & mask) == (number(address) & mask);
    }

    private static int length(String range) {
        int slash = range.indexOf('/');
        return slash < 0 ? Integer.SIZE : Integer.parseInt(range.substring(slash + 1));
    }

    private static int number(String address) {
        int number = 0;
        for (String part : address.split("\\.")) {
            number = number << Byte.SIZE | Integer.parseInt(part);
        }
        return number;
    }

    /**
     * Makes sure that nothing on the list is refused all the same.
     *
     * @throws SandboxStartException if an address is one that is never reached, if a port of the host is where names are answered,
     *     or if more services have credentials than can be told apart, or two of them the same port
     */
    void requireReachable() {
        requireDistinct();
        if (hostPorts().contains(NameServer.PORT)) {
            throw new SandboxStartException(Fault.of("'" + AllowedHost.LOOPBACK_OF_HOST + ":" + NameServer.PORT
                            + "' is on the allow-list, and cannot be reached: names are answered at that port")
                    .remedy("let the service of the host listen on another port"));
        }
        for (AllowedHost host : hosts()) {
            if (host.isAddress() && RoomRules.NEVER.stream().anyMatch(range -> covers(range, host.host()))) {
                throw new SandboxStartException(Fault.of(
                                "'" + host + "' is on the allow-list, and is never reached: it"
                                        + " is of the host's loopback, of the sandbox's own network, or where clouds tell secrets")
                        .remedy("leave it out; for a service that listens on the host's loopback list '"
                                + AllowedHost.LOOPBACK_OF_HOST
                                + ":PORT', and any other at another address of the host"));
            }
        }
    }

    private void requireDistinct() {
        if (services.hosts().size() > ProxiedServices.MOST_HOSTS) {
            throw new SandboxStartException(
                    Fault.of("There are credentials for " + services.hosts().size()
                                    + " hosts, and a sandbox can have them for " + ProxiedServices.MOST_HOSTS)
                            .remedy("leave out those that the sandbox does not need"));
        }
        Map<String, URI> known = new HashMap<>();
        for (ProxiedServices.Place place : services.places()) {
            URI other = known.putIfAbsent(place.address() + ":" + place.port(), place.service());
            if (other != null) {
                throw new SandboxStartException(Fault.of("There are credentials for " + other + " and for "
                                + place.service() + ", which are one port of one host")
                        .remedy("give them for the one that is meant"));
            }
        }
    }

    private static boolean covers(String range, String other) {
        return length(range) <= length(other) && contains(range, other.replaceFirst("/.*", ""));
    }

    /** Returns whether all may be reached that can be. */
    boolean isFull() {
        return policy.network() == Network.FULL;
    }
}
