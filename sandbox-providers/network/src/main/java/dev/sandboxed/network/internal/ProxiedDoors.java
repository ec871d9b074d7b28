package dev.sandboxed.network.internal;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.spec.AllowedHost;
import dev.sandboxed.linux.internal.network.LinkedNamespaces;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Opens, in the room around a sandbox, the doors to the services that it reaches with credentials. */
final class ProxiedDoors {

    private final LinkedNamespaces room;
    private final RoomPlan plan;

    private ProxiedDoors(LinkedNamespaces room, RoomPlan plan) {
        this.room = room;
        this.plan = plan;
    }

    /**
     * Adds the addresses of the services to the room, and lets a proxy answer there.
     *
     * @param ip the program for addresses
     * @return what ends that
     * @throws IOException if there is no proxy, or nothing can listen there
     */
    static AutoCloseable open(LinkedNamespaces room, RoomPlan plan, Path ip) throws IOException {
        CredentialProxy proxy = CredentialProxies.require();
        StringBuilder addresses = new StringBuilder();
        for (String address : plan.services().hosts().values()) {
            if (!address.equals(LinkedNamespaces.OUTER_ADDRESS)) {
                addresses.append("address add ").append(address).append("/32 dev lo\n");
            }
        }
        InRoom.run(room, Command.of(ip.toString(), "-batch", "-").stdin(addresses.toString()));
        return new ProxiedDoors(room, plan).open(proxy);
    }

    private AutoCloseable open(CredentialProxy proxy) throws IOException {
        List<CredentialProxy.Door> doors = new ArrayList<>();
        try {
            for (ProxiedServices.Place place : plan.services().places()) {
                doors.add(new CredentialProxy.Door(
                        InRoom.listen(room, place.address(), place.port()),
                        place.encrypted(),
                        place.service(),
                        plan.services().of(place.service()),
                        place.service().getHost().equals(AllowedHost.LOOPBACK_OF_HOST)
                                ? new Loopback()
                                : new World(portOf(place.service()))));
            }
            return proxy.open(doors);
        } catch (IOException | RuntimeException | Error e) {
            for (CredentialProxy.Door door : doors) {
                door.socket().close();
            }
            throw e;
        }
    }

    private int portOf(URI service) {
        return plan.services().of(service).get(0).port();
    }

    /** Leads to what listens on the host's loopback, from the host. */
    private static final class Loopback implements CredentialProxy.Outside {
        @Override
        public List<InetAddress> addresses(String name) throws IOException {
            return List.of(ConnectionRelay.loopback());
        }

        @Override
        public Socket socket() throws IOException {
            return SocketChannel.open(StandardProtocolFamily.INET).socket();
        }
    }

    /** Leads through the room, as the sandbox's own connections do, so that its speed is theirs. */
    private final class World implements CredentialProxy.Outside {
        private final int port;

        World(int port) {
            this.port = port;
        }

        @Override
        public List<InetAddress> addresses(String name) throws IOException {
            Names.Answer found = plan.names().addresses(name);
            List<InetAddress> all = new ArrayList<>();
            for (Inet4Address address : found.addresses()) {
                if (plan.leadsOut(address, port, found.ours())) {
                    all.add(address);
                }
            }
            if (all.isEmpty()) {
                throw new UnknownHostException(name + " has no address that may be reached");
            }
            return all;
        }

        @Override
        public Socket socket() throws IOException {
            return InRoom.open(room).socket();
        }
    }
}
