package dev.sandboxed.api.event;

import java.time.Instant;
import java.util.Locale;

/**
 * Something that a sandbox has tried to reach.
 *
 * @param at when it tried first
 * @param kind how
 * @param host the name that it asked for; for a connection the name that its address was the answer to, empty if there was none
 * @param address the IPv4 address; empty for a name
 * @param port the port; 0 for a name, and where there are no ports
 * @param allowed whether it was allowed; what is allowed need not have answered
 * @param bytes how many bytes went in both directions, with the headers of all packets; 0 for a name
 */
public record NetworkAttempt(
        Instant at, Kind kind, String host, String address, int port, boolean allowed, long bytes) {

    /** How something was tried. */
    public enum Kind {
        /** A name was asked for. */
        NAME,
        /** Connections over TCP. */
        TCP,
        /** Packets over UDP. */
        UDP,
        /** Anything else, such as ICMP. */
        OTHER
    }

    /** Describes it in a line, such as {@code tcp registry.example (203.0.113.7) 443: refused}. */
    @Override
    public String toString() {
        String what =
                kind == Kind.NAME || address.isEmpty() ? host : host.isEmpty() ? address : host + " (" + address + ")";
        return kind.name().toLowerCase(Locale.ROOT) + " " + what + (port == 0 ? "" : " " + port)
                + (allowed ? ": allowed" : ": refused") + (bytes == 0 ? "" : ", " + bytes + " bytes");
    }
}
