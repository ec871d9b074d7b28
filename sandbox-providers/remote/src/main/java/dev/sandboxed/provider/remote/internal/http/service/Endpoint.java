package dev.sandboxed.provider.remote.internal.http.service;

import dev.sandboxed.process.internal.socket.UnixSocketFactory;
import dev.sandboxed.provider.remote.internal.settings.Setting;
import dev.sandboxed.provider.remote.internal.settings.SettingReader;
import dev.sandboxed.provider.remote.internal.wire.WireSettings;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * Where the service is.
 *
 * @param url what every address begins with; of a socket of Unix only the path counts
 * @param socket the socket of Unix that it listens at; it is reached by the address, if absent
 */
public record Endpoint(HttpUrl url, @Nullable Path socket) {

    static final Setting SETTING = Setting.of("endpoint");

    private static final String UNIX = "unix:";
    private static final HttpUrl ANY = HttpUrl.get("http://localhost/");
    private static final String RIGHT = "http://host:port, https://host or unix:/path/to/socket";

    /**
     * Reads it.
     *
     * @return where it is; empty if nobody said so
     * @throws IllegalArgumentException if it is none
     */
    static Optional<Endpoint> read(SettingReader reader) {
        Optional<String> written = reader.text(SETTING);
        if (written.isPresent() && written.get().startsWith(UNIX)) {
            String path = written.get().substring(UNIX.length()).replaceFirst("^//(?=/)", "");
            return Optional.of(new Endpoint(ANY, socket(path).orElseThrow(() -> wrong(reader, written.get()))));
        }
        return written.map(text -> {
            HttpUrl url = HttpUrl.parse(text);
            if (url == null || url.query() != null || url.fragment() != null) {
                throw wrong(reader, text);
            }
            if (!url.username().isEmpty() || !url.password().isEmpty()) {
                // Not shown: it is as good as a key.
                throw new IllegalArgumentException("sandbox.http.endpoint has a user or a password in it; give " + RIGHT
                        + ", and what the service wants to see with sandbox.http.token");
            }
            return new Endpoint(url, null);
        });
    }

    private static Optional<Path> socket(String path) {
        try {
            return Optional.of(Path.of(path)).filter(Path::isAbsolute);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static IllegalArgumentException wrong(SettingReader reader, String value) {
        return reader.wrong(SETTING, value, RIGHT);
    }

    /** Returns whether the service is on this very machine, so that its ports are ours. */
    public boolean isHere() {
        String host = url.host();
        return socket != null || host.equals("localhost") || host.equals("::1") || host.matches("127(\\.[0-9]+){3}");
    }

    /** Returns how connections to it are made. */
    WireSettings over(WireSettings settings) {
        return socket == null ? settings : settings.withSockets(new UnixSocketFactory(socket));
    }

    /** Shows it as it is written in settings. */
    @Override
    public String toString() {
        return socket == null ? url.toString() : UNIX + socket;
    }
}
