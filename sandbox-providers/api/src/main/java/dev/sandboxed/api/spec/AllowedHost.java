package dev.sandboxed.api.spec;

import java.net.IDN;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An entry of an allow-list: a host name ({@code host.example}), all names below a domain ({@code *.host.example}), an IPv4
 * address ({@code 203.0.113.7}) or a range of them ({@code 203.0.113.0/24}); for one port ({@code host.example:443}) or for all.
 * {@link #LOOPBACK_OF_HOST} with a port is that port of the host's loopback, which nothing else on a list leads to.
 *
 * @param host the name in lower case, or the address with or without the length of its prefix
 * @param port the port, for TCP and for UDP; 0 for all
 */
public record AllowedHost(String host, int port) {

    /** The name by which a sandbox reaches ports of the host's loopback that are on its list, over TCP. */
    public static final String LOOPBACK_OF_HOST = "host.sandboxed.internal";

    private static final Pattern NAME = Pattern.compile(
            "(?:\\*\\.)?(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?");
    private static final String PART = "(0|[1-9]\\d{0,2})";
    private static final Pattern ADDRESS =
            Pattern.compile(PART + "\\." + PART + "\\." + PART + "\\." + PART + "(?:/(0|[1-9]\\d?))?");
    private static final Pattern NUMBERS = Pattern.compile("[0-9./]+");
    private static final int LONGEST_NAME = 253;
    private static final int MOST_PORT = 65_535;
    private static final String WILDCARD = "*.";

    /**
     * Checks that it is one.
     *
     * @throws IllegalArgumentException if the host is neither a name nor an IPv4 address, if the port is outside 0 to 65535, or if
     *     no port is given for {@link #LOOPBACK_OF_HOST}
     */
    public AllowedHost {
        if (!isName(host) && !isAddress(host)) {
            throw refused(host);
        }
        if (port < 0 || port > MOST_PORT) {
            throw new IllegalArgumentException(
                    "The port of '" + host + "' on an allow-list must be between 1 and 65535, but was " + port);
        }
        if (host.equals(LOOPBACK_OF_HOST) && port == 0) {
            throw new IllegalArgumentException("'" + host + "' on an allow-list needs a port, such as " + host
                    + ":8080; nobody is let in to all of what listens on the host's loopback");
        }
    }

    /**
     * Reads an entry as it is written on a list. Names may be written in capitals, in other scripts, or with a dot at their end.
     *
     * @throws IllegalArgumentException if it is none of those
     */
    public static AllowedHost parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? text : text.substring(0, colon);
        String port = colon < 0 ? "0" : text.substring(colon + 1);
        if (host.indexOf(':') >= 0) {
            throw new IllegalArgumentException("Not a host for an allow-list: '" + text
                    + "'; sandboxes have no IPv6, give a name or an IPv4 address");
        }
        if (!port.matches("[0-9]{1,5}") || (colon >= 0 && Integer.parseInt(port) == 0)) {
            throw new IllegalArgumentException("Not a host for an allow-list: '" + text
                    + "'; give a bare name such as host.example, or with a port between 1 and 65535: host.example:443");
        }
        return new AllowedHost(canonical(host), Integer.parseInt(port));
    }

    private static String canonical(String host) {
        String bare = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        try {
            return bare.startsWith(WILDCARD)
                    ? WILDCARD + IDN.toASCII(bare.substring(WILDCARD.length())).toLowerCase(Locale.ROOT)
                    : IDN.toASCII(bare).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            throw refused(host);
        }
    }

    private static IllegalArgumentException refused(String host) {
        return new IllegalArgumentException("Not a host for an allow-list: '" + host
                + "'; give a bare name such as host.example, *.host.example, an IPv4 address or a range such as"
                + " 203.0.113.0/24");
    }

    private static boolean isName(String host) {
        return host.length() <= LONGEST_NAME
                && NAME.matcher(host).matches()
                && !NUMBERS.matcher(host).matches();
    }

    private static boolean isAddress(String host) {
        Matcher address = ADDRESS.matcher(host);
        if (!address.matches()) {
            return false;
        }
        for (int part = 1; part <= 4; part++) {
            if (Integer.parseInt(address.group(part)) > 255) {
                return false;
            }
        }
        return address.group(5) == null || Integer.parseInt(address.group(5)) <= 32;
    }

    /** Returns whether it is an address or a range of them, and not a name. */
    public boolean isAddress() {
        return isAddress(host);
    }

    /** Returns whether it allows a name, which is written in lower case and without a dot at its end. */
    public boolean allowsName(String name) {
        return host.startsWith(WILDCARD)
                ? name.length() > host.length() - 1 && name.endsWith(host.substring(1))
                : host.equals(name);
    }

    /** Writes it as {@link #parse} reads it. */
    @Override
    public String toString() {
        return port == 0 ? host : host + ":" + port;
    }
}
