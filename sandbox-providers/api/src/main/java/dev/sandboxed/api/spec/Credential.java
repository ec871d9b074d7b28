package dev.sandboxed.api.spec;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A header that every request of a sandbox to one service gets on its way, outside of the sandbox. What runs inside uses the
 * service as if it had the key, and cannot read it, unless the service itself gives it away.
 *
 * @param service the service, as {@code scheme://name} or {@code scheme://name:port} with {@code http} or {@code https}
 * @param header the name of the header; whatever the sandbox sends by that name is replaced
 * @param prefix what stands before the value, such as {@code "Bearer "}; may be empty
 * @param value the key
 */
public record Credential(URI service, String header, String prefix, Secret value) {

    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
    private static final Pattern PRINTABLE = Pattern.compile("[\\x20-\\x7e]*");

    /** They belong to the connection or to the frame of a message, and not to whom it is from. */
    private static final Set<String> FRAMING = Set.of(
            "connection",
            "content-length",
            "expect",
            "host",
            "keep-alive",
            "proxy-authorization",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    /**
     * Checks that it is one.
     *
     * @throws IllegalArgumentException if the service is no {@code http} or {@code https} address of a named host without
     *     anything behind the host and the port, if the header is no name of a header, or one that frames messages, or if prefix
     *     and value have anything but printable ASCII characters in them; the value is not in the message
     */
    public Credential {
        service = canonical(service);
        if (!TOKEN.matcher(header).matches() || FRAMING.contains(header.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("Not a header for a credential: '" + header
                    + "'; give the name of one that says who asks, such as Authorization or X-Api-Key");
        }
        if (!PRINTABLE.matcher(prefix).matches()) {
            throw new IllegalArgumentException("The prefix of the credential for " + service
                    + " must have printable ASCII characters only, but was '" + prefix + "'");
        }
        if (!PRINTABLE.matcher(value.reveal()).matches()) {
            throw new IllegalArgumentException("The value of the credential for " + service
                    + " has characters that no header can have, such as the end of a line; strip it");
        }
    }

    /** Returns one whose value is all that the header says; {@link #Credential} tells what is refused. */
    public static Credential of(String service, String header, Secret value) {
        return new Credential(parsed(service), header, "", value);
    }

    /** Returns one for the header {@code Authorization: Bearer VALUE}; {@link #Credential} tells what is refused. */
    public static Credential bearer(String service, Secret value) {
        return new Credential(parsed(service), "Authorization", "Bearer ", value);
    }

    /** Returns the name of the service's host, in lower case. */
    public String host() {
        return service.getHost();
    }

    /** Returns the port of the service: that of its scheme, unless it names another. */
    public int port() {
        return service.getPort() >= 0 ? service.getPort() : usualPort(service.getScheme());
    }

    /** Returns whether the service is reached over TLS. */
    public boolean isEncrypted() {
        return service.getScheme().equals("https");
    }

    /** Returns all that the header says, the key included; for whoever adds it. */
    public String revealHeader() {
        return prefix + value.reveal();
    }

    private static URI parsed(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw refused(text);
        }
    }

    private static URI canonical(URI service) {
        String scheme = String.valueOf(service.getScheme()).toLowerCase(Locale.ROOT);
        String path = service.getRawPath();
        boolean whole = (scheme.equals("http") || scheme.equals("https"))
                && service.getHost() != null
                && service.getRawUserInfo() == null
                && (path == null || path.isEmpty() || path.equals("/"))
                && service.getRawQuery() == null
                && service.getRawFragment() == null;
        if (!whole) {
            throw refused(service.toString());
        }
        int usual = usualPort(scheme);
        AllowedHost named =
                AllowedHost.parse(service.getHost() + ":" + (service.getPort() >= 0 ? service.getPort() : usual));
        if (named.isAddress()) {
            throw refused(service.toString());
        }
        return URI.create(scheme + "://" + named.host() + (named.port() == usual ? "" : ":" + named.port()));
    }

    private static int usualPort(String scheme) {
        return scheme.equals("https") ? 443 : 80;
    }

    private static IllegalArgumentException refused(String service) {
        return new IllegalArgumentException(
                "Not a service for a credential: '" + service
                        + "'; give its scheme and its name, such as https://api.example or http://api.example:8080, and nothing else");
    }
}
