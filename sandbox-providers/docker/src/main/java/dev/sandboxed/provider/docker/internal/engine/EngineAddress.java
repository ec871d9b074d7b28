package dev.sandboxed.provider.docker.internal.engine;

import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Says where an engine listens: at a unix socket, or at a TCP port with or without TLS. */
public sealed interface EngineAddress {

    /**
     * A socket file of this host.
     *
     * @param socket its absolute path
     */
    record Unix(Path socket) implements EngineAddress {
        @Override
        public URI uri() {
            return URI.create("unix://" + socket.toUri().getRawPath());
        }

        @Override
        public String toString() {
            return "unix://" + socket;
        }
    }

    /**
     * A port, of this host or another.
     *
     * @param host name or address
     * @param port the port
     * @param tls what to prove who is who with; nothing for a connection that anyone can read
     */
    record Tcp(String host, int port, @Nullable TlsMaterial tls) implements EngineAddress {
        @Override
        public URI uri() {
            return URI.create(toString());
        }

        @Override
        public String toString() {
            return "tcp://" + host + ":" + port;
        }
    }

    /** Returns it in the form that {@code DOCKER_HOST} takes. */
    URI uri();

    /**
     * Reads an address as people write it: {@code unix:///path}, {@code tcp://host[:port]}; {@code http} is TCP as well.
     *
     * @param text the address
     * @param tls for TCP, what to prove who is who with, if anything
     * @throws IllegalArgumentException if it is malformed or of a kind that is not supported; the message says which
     */
    static EngineAddress parse(String text, @Nullable TlsMaterial tls) {
        int end = text.indexOf("://");
        if (end < 0) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not an address: it must begin with unix:// or tcp://");
        }
        return switch (text.substring(0, end).toLowerCase(Locale.ROOT)) {
            case "unix" -> unix(text, text.substring(end + 3));
            case "tcp", "http" -> tcp(text, tls);
            case "https" ->
                throw new IllegalArgumentException(
                        "'" + text
                                + "' is not supported: write tcp:// and name the certificates (DOCKER_TLS_VERIFY, DOCKER_CERT_PATH)");
            default ->
                throw new IllegalArgumentException(
                        "'" + text + "' is not supported: only unix:// and tcp:// addresses are");
        };
    }

    private static Unix unix(String text, String path) {
        try {
            Path socket = Path.of(path);
            if (!socket.isAbsolute()) {
                throw new IllegalArgumentException("'" + text + "' does not name an absolute path after unix://");
            }
            return new Unix(socket);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("'" + text + "' does not name a path: " + e.getMessage(), e);
        }
    }

    private static Tcp tcp(String text, @Nullable TlsMaterial tls) {
        URI uri;
        try {
            uri = URI.create(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + text + "' is not an address: " + e.getMessage(), e);
        }
        String path = uri.getPath();
        if (uri.getHost() == null || !(path.isEmpty() || path.equals("/"))) {
            throw new IllegalArgumentException("'" + text + "' is not of the form tcp://host:port");
        }
        return new Tcp(uri.getHost(), uri.getPort() > 0 ? uri.getPort() : tls == null ? 2375 : 2376, tls);
    }
}
