package dev.sandboxed.provider.remote.internal.e2b.settings;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.provider.remote.internal.settings.Credential;
import dev.sandboxed.provider.remote.internal.settings.Setting;
import dev.sandboxed.provider.remote.internal.settings.SettingReader;
import dev.sandboxed.provider.remote.internal.wire.Answer;
import dev.sandboxed.provider.remote.internal.wire.WireSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
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
    private static final String EXAMPLE = "https://api.example";
    private static final Set<Integer> PASSING = Set.of(429, 502, 503, 504);
    private static final String IN_PROGRESS = "idempotency_in_progress";
    private static final String REFUSED = "sandbox_create_refused";

    private static final Setting API_KEY = new Setting(KEY, "E2B_API_KEY");
    private static final Setting API_KEY_FILE = Setting.of("apiKeyFile");
    private static final Setting DOMAIN = new Setting("domain", "E2B_DOMAIN");
    private static final Setting API_URL = new Setting("apiUrl", "E2B_API_URL");
    private static final Setting SANDBOX_URL = new Setting("sandboxUrl", "E2B_SANDBOX_URL");
    private static final Setting DEBUG = new Setting("debug", "E2B_DEBUG");
    private static final Setting HTTP_VERSION = new Setting("httpVersion", "E2B_HTTP_VERSION");
    private static final Setting RETRIES = new Setting("connectionRetries", "E2B_CONNECTION_RETRIES");
    private static final Setting CONNECTIONS = new Setting("maxConnections", "E2B_MAX_CONNECTIONS");
    private static final Setting LIFETIME = Setting.of("lifetime");
    private static final Setting REQUEST_TIMEOUT = Setting.of("requestTimeout");

    private final Credential apiKey;
    private final String domain;
    private final boolean debug;
    private final HttpUrl api;
    private final @Nullable HttpUrl sandboxes;
    private final Duration lifetime;
    private final Duration requestTimeout;
    private final WireSettings wire;

    /**
     * Reads them.
     *
     * @throws IllegalArgumentException if one cannot be understood; the message names it, its value unless it is the key, and what
     *     would be right
     */
    public ServiceSettings(ProviderContext context) {
        SettingReader reader = new SettingReader("e2b", context);
        this.apiKey = new Credential(reader, API_KEY, API_KEY_FILE);
        this.domain = reader.text(DOMAIN).orElse(USUAL_DOMAIN);
        this.debug = reader.flag(DEBUG).orElse(false);
        this.api = reader.url(API_URL, EXAMPLE).orElseGet(() -> debug ? local("3000") : https("api." + domain));
        this.sandboxes = reader.url(SANDBOX_URL, EXAMPLE).orElse(debug ? local(DAEMON_PORT) : null);
        this.lifetime = reader.duration(LIFETIME).orElse(USUAL_LIFETIME);
        this.requestTimeout = reader.duration(REQUEST_TIMEOUT).orElse(USUAL_REQUEST);
        this.wire = WireSettings.DEFAULT
                .withRetries(reader.number(RETRIES, 0).orElse(USUAL_RETRIES), ServiceSettings::passes)
                .withConnections(reader.number(CONNECTIONS, 1).orElse(USUAL_CONNECTIONS))
                .withOldHttpOnly(reader.text(HTTP_VERSION)
                        .map(version -> version.startsWith("1"))
                        .orElse(false));
    }

    /** The first try of the same creation may not have come to its end yet. */
    private static boolean passes(Answer answer) {
        String code = answer.body().path("error_code").asText("");
        return !code.equals(REFUSED) && (PASSING.contains(answer.status()) || code.equals(IN_PROGRESS));
    }

    private static HttpUrl local(String port) {
        return HttpUrl.get("http://localhost:" + port);
    }

    private static HttpUrl https(String host) {
        HttpUrl url = HttpUrl.parse("https://" + host);
        if (url == null) {
            throw new IllegalArgumentException("'" + host + "' is no host; sandbox.e2b.domain (or " + DOMAIN.variable()
                    + ") must be a domain such as e2b.app");
        }
        return url;
    }

    /** Returns the key, if there is one. A file that holds it is read anew each time. */
    public Optional<String> apiKey() {
        return apiKey.current();
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

    /** Returns how connections are made and used. */
    public WireSettings wire() {
        return wire;
    }
}
