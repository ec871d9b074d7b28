package dev.sandboxed.network.internal;

import dev.sandboxed.api.spec.AllowedHost;
import dev.sandboxed.api.spec.Credential;
import dev.sandboxed.linux.internal.network.LinkedNamespaces;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The services that a sandbox reaches with credentials, and where in its room each is answered for. Each host has an address there,
 * so that whoever comes to it can mean no other.
 *
 * @param credentials what their requests are given
 */
record ProxiedServices(List<Credential> credentials) {

    /** More have no address of their own. */
    static final int MOST_HOSTS = 200;

    private static final int HTTP = 80;
    private static final int HTTPS = 443;
    private static final int FIRST = 8;
    private static final String NETWORK = LinkedNamespaces.OUTER_ADDRESS.replaceFirst("\\d+$", "");

    /**
     * Where connections to a service come to.
     *
     * @param encrypted whether they are encrypted, whatever is spoken behind it
     */
    record Place(String address, int port, boolean encrypted, URI service) {}

    /** Returns the hosts with their addresses in the room. That of the host's loopback is where its other ports are, too. */
    Map<String, String> hosts() {
        Map<String, String> hosts = new LinkedHashMap<>();
        for (Credential credential : credentials) {
            hosts.computeIfAbsent(
                    credential.host(),
                    host -> host.equals(AllowedHost.LOOPBACK_OF_HOST)
                            ? LinkedNamespaces.OUTER_ADDRESS
                            : NETWORK + (FIRST + hosts.size()));
        }
        return hosts;
    }

    /** Returns the address in the room where a host is answered for; empty if it has no credentials. */
    Optional<String> addressOf(String host) {
        return Optional.ofNullable(hosts().get(host));
    }

    /**
     * Returns where connections come to: to the port of each service, and for those at the usual port of HTTPS to that of HTTP as
     * well, if nothing else is there, for programs that do not trust our certificate.
     */
    List<Place> places() {
        List<Place> places = new ArrayList<>();
        for (Credential credential : credentials) {
            String address = addressOf(credential.host()).orElseThrow();
            Place place = new Place(address, credential.port(), credential.isEncrypted(), credential.service());
            if (!places.contains(place)) {
                places.add(place);
            }
        }
        for (Place place : List.copyOf(places)) {
            boolean usual = place.encrypted() && place.port() == HTTPS;
            if (usual && !place.address().equals(LinkedNamespaces.OUTER_ADDRESS) && !taken(places, place.address())) {
                places.add(new Place(place.address(), HTTP, false, place.service()));
            }
        }
        return places;
    }

    private static boolean taken(List<Place> places, String address) {
        return places.stream().anyMatch(other -> other.address().equals(address) && other.port() == HTTP);
    }

    /** Returns what the requests to a service are given. */
    List<Credential> of(URI service) {
        return credentials.stream()
                .filter(credential -> credential.service().equals(service))
                .toList();
    }

    /** Returns whether there are services beyond the host's own loopback, to which the way leads out of the room. */
    boolean leadOut() {
        return credentials.stream().anyMatch(credential -> !credential.host().equals(AllowedHost.LOOPBACK_OF_HOST));
    }
}
