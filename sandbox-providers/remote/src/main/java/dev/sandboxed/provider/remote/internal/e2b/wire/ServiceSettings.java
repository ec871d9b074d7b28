package dev.sandboxed.provider.remote.internal.e2b.wire;

import dev.sandboxed.api.ProviderContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * Where the service is and how it is asked. A setting wins over the variable that E2B's own programs read, and that over what is
 * usual. Never shown as text: it holds the key.
 */
public final class ServiceSettings {

    /** The name of the setting of the key, which remedies mention. */
    public static final String KEY = "apiKey";

    private static final String USUAL_DOMAIN = "e2b.app";

    /** Where one address serves all sandboxes, and headers tell which is meant. */
    private static final Set<String> SHARED_DOMAINS = Set.of("e2b.app", "e2b.dev", "e2b.pro", "e2b-staging.dev");

    private static final String DAEMON_PORT = "49983";
    private static final Duration USUAL_LIFETIME = Duration.ofMinutes(5);
    private static final Duration USUAL_REQUEST = Duration.ofSeconds(60);
    private static final int USUAL_RETRIES = 3;
    private static final int USUAL_CONNECTIONS = 100;

    /** A setting of ours, and the variable that says the same. */
    private enum Name {
        API_KEY(KEY, "E2B_API_KEY"),
        API_KEY_FILE("apiKeyFile", ""),
        DOMAIN("domain", "E2B_DOMAIN"),
        API_URL("apiUrl", "E2B_API_URL"),
        SANDBOX_URL("sandboxUrl", "E2B_SANDBOX_URL"),
        DEBUG("debug", "E2B_DEBUG"),
        HTTP_VERSION("httpVersion", "E2B_HTTP_VERSION"),
        RETRIES("connectionRetries", "E2B_CONNECTION_RETRIES"),
        CONNECTIONS("maxConnections", "E2B_MAX_CONNECTIONS"),
        LIFETIME("lifetime", ""),
        REQUEST_TIMEOUT("requestTimeout", "");

        private final String setting;
        private final String variable;

        Name(String setting, String variable) {
            this.setting = setting;
            this.variable = variable;
        }
    }

    private final Map<String, String> settings;
    private final Map<String, String> environment;
    private final @Nullable String apiKey;
    private final @Nullable Path keyFile;
    private final String domain;
    private final boolean debug;
    private final HttpUrl api;
    private final @Nullable HttpUrl sandboxes;
    private final Duration lifetime;
    private final Duration requestTimeout;
    private final int retries;
    private final int connections;
    private final boolean oldHttpOnly;

    /**
     * Reads them.
     *
     * @throws IllegalArgumentException if one cannot be understood; the message names it, its value unless it is the key, and what
     *     would be right
     */
    public ServiceSettings(ProviderContext context) {
        this.settings = context.settings();
        this.environment = context.environment();
        this.apiKey = text(Name.API_KEY).filter(ServiceSettings::isSendable).orElse(null);
        this.keyFile = text(Name.API_KEY_FILE).map(Path::of).orElse(null);
        this.domain = text(Name.DOMAIN).orElse(USUAL_DOMAIN);
        this.debug = text(Name.DEBUG).map(word -> isTrue(Name.DEBUG, word)).orElse(false);
        this.api = url(Name.API_URL).orElseGet(() -> debug ? local("3000") : https("api." + domain));
        this.sandboxes = url(Name.SANDBOX_URL).orElse(debug ? local(DAEMON_PORT) : null);
        this.lifetime = duration(Name.LIFETIME).orElse(USUAL_LIFETIME);
        this.requestTimeout = duration(Name.REQUEST_TIMEOUT).orElse(USUAL_REQUEST);
        this.retries = number(Name.RETRIES, 0).orElse(USUAL_RETRIES);
        this.connections = number(Name.CONNECTIONS, 1).orElse(USUAL_CONNECTIONS);
        this.oldHttpOnly =
                text(Name.HTTP_VERSION).map(version -> version.startsWith("1")).orElse(false);
    }

    /** Returns the names of all settings. */
    public static Set<String> names() {
        Set<String> names = new TreeSet<>();
        for (Name name : Name.values()) {
            names.add(name.setting);
        }
        return names;
    }

    private Optional<String> text(Name name) {
        String own = settings.getOrDefault(name.setting, "").strip();
        String shared = environment.getOrDefault(name.variable, "").strip();
        return Optional.of(own.isEmpty() ? shared : own).filter(value -> !value.isEmpty());
    }

    private static boolean isSendable(String key) {
        if (key.chars().anyMatch(character -> character <= ' ' || character > '~')) {
            throw new IllegalArgumentException("The key of E2B (" + Name.API_KEY.variable + " or sandbox.e2b." + KEY
                    + ") has a character that no header can carry, a blank or a line break perhaps; copy it anew");
        }
        return true;
    }

    private static boolean isTrue(Name name, String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> throw wrong(name, word, "true or false");
        };
    }

    private Optional<HttpUrl> url(Name name) {
        return text(name).map(written -> {
            HttpUrl url = HttpUrl.parse(written);
            if (url == null) {
                throw wrong(name, written, "an address such as https://api.example");
            }
            return url;
        });
    }

    private Optional<Duration> duration(Name name) {
        return text(name).map(written -> {
            try {
                Duration duration = Duration.parse("PT" + written);
                if (duration.toSeconds() > 0) {
                    return duration;
                }
            } catch (DateTimeException e) {
                // As wrong as one that is too short.
            }
            throw wrong(name, written, "at least a second, such as 90s, 5m or 1h");
        });
    }

    private Optional<Integer> number(Name name, int least) {
        return text(name).map(written -> {
            if (written.matches("[0-9]{1,6}") && Integer.parseInt(written) >= least) {
                return Integer.valueOf(written);
            }
            throw wrong(name, written, "a number from " + least + " on");
        });
    }

    private static IllegalArgumentException wrong(Name name, String value, String right) {
        String variable = name.variable.isEmpty() ? "" : " (or " + name.variable + ")";
        return new IllegalArgumentException(
                "sandbox.e2b." + name.setting + variable + " is '" + value + "'; give " + right);
    }

    private static HttpUrl local(String port) {
        return HttpUrl.get("http://localhost:" + port);
    }

    private static HttpUrl https(String host) {
        HttpUrl url = HttpUrl.parse("https://" + host);
        if (url == null) {
            throw new IllegalArgumentException("'" + host + "' is no host; sandbox.e2b.domain (or "
                    + Name.DOMAIN.variable + ") must be a domain such as e2b.app");
        }
        return url;
    }

    /** Returns the key, if there is one. A file that holds it is read anew each time: whoever hands out keys changes them there. */
    public Optional<String> apiKey() {
        if (keyFile == null) {
            return Optional.ofNullable(apiKey);
        }
        try {
            return Optional.of(Files.readString(keyFile).strip())
                    .filter(key -> !key.isEmpty())
                    .filter(ServiceSettings::isSendable);
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** Returns where the control API is. */
    public HttpUrl api() {
        return api;
    }

    /** Returns whether there is only one sandbox, of a developer, and no control API that knows it. */
    public boolean debug() {
        return debug;
    }

    /** Returns whether this is E2B's own service, and not one that somebody else runs. */
    public boolean isTheirs() {
        return !debug && SHARED_DOMAINS.contains(domain) && api.equals(https("api." + domain)) && sandboxes == null;
    }

    /**
     * Returns where the daemon of a sandbox is.
     *
     * @param id what the service calls the sandbox
     * @param told the domain that the service has told, if any
     */
    public HttpUrl daemon(String id, @Nullable String told) {
        if (sandboxes != null) {
            return sandboxes;
        }
        String where = told == null ? domain : told;
        return SHARED_DOMAINS.contains(where) ? https("sandbox." + where) : https(DAEMON_PORT + "-" + id + "." + where);
    }

    /** Returns the port of the daemon inside of each sandbox. */
    public static String daemonPort() {
        return DAEMON_PORT;
    }

    /** Returns how long a sandbox lives that nobody renews. */
    public Duration lifetime() {
        return lifetime;
    }

    /** Returns how long a request may take with all that it is tried again. */
    public Duration requestTimeout() {
        return requestTimeout;
    }

    /** Returns how often a request that came to nothing is tried again. */
    public int retries() {
        return retries;
    }

    /** Returns how many connections are kept for the next request. */
    public int connections() {
        return connections;
    }

    /** Returns whether HTTP/2 is out of the question. */
    public boolean oldHttpOnly() {
        return oldHttpOnly;
    }
}
