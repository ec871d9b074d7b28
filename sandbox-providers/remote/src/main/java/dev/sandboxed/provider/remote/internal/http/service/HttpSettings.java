package dev.sandboxed.provider.remote.internal.http.service;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.provider.remote.internal.settings.Credential;
import dev.sandboxed.provider.remote.internal.settings.Setting;
import dev.sandboxed.provider.remote.internal.settings.SettingReader;
import dev.sandboxed.provider.remote.internal.wire.Answer;
import dev.sandboxed.provider.remote.internal.wire.WireSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where the service is and how it is asked. Never shown as text: it holds the token. */
public final class HttpSettings {

    private static final Setting TOKEN = Setting.of("token");
    private static final Setting TOKEN_FILE = Setting.of("tokenFile");
    private static final Setting PROVIDER = Setting.of("provider");
    private static final Setting AS = Setting.of("as");
    private static final Setting REQUEST_TIMEOUT = Setting.of("requestTimeout");

    private static final Duration USUAL_REQUEST = Duration.ofSeconds(60);
    private static final int RETRIES = 3;
    private static final int CONNECTIONS = 32;
    /** Sooner than servers usually give up a connection that nobody uses: a command must not be sent over a broken one. */
    private static final Duration IDLE = Duration.ofSeconds(10);

    private static final int BUSY = 429;
    private static final Set<Integer> GATEWAY = Set.of(502, 503, 504);

    private final @Nullable Endpoint endpoint;
    private final Credential token;
    private final @Nullable String provider;
    private final boolean standsIn;
    private final Duration requestTimeout;

    /**
     * Reads them.
     *
     * @throws IllegalArgumentException if one cannot be understood; the message names it, its value unless it is the token, and
     *     what would be right
     */
    public HttpSettings(String name, ProviderContext context) {
        SettingReader reader = new SettingReader(name, context);
        this.endpoint = Endpoint.read(reader).orElse(null);
        this.token = new Credential(reader, TOKEN, TOKEN_FILE);
        this.provider = reader.text(PROVIDER).orElse(null);
        this.standsIn = reader.text(AS).isPresent();
        this.requestTimeout = reader.duration(REQUEST_TIMEOUT).orElse(USUAL_REQUEST);
    }

    /** Returns where the service is, if anybody said so. */
    public Optional<Endpoint> endpoint() {
        return Optional.ofNullable(endpoint);
    }

    /** Returns what the service wants to see, if there is anything. */
    Optional<String> token() {
        return token.current();
    }

    /** Returns which of the service's providers is meant; its first, if nobody said so. */
    public Optional<String> provider() {
        return Optional.ofNullable(provider);
    }

    /** Returns whether it stands in for the provider behind it, so that the service is a pool of our own. */
    public boolean standsIn() {
        return standsIn;
    }

    /** Returns what the provider is called that is opened with these settings. */
    public static String nameFor(String usual, ProviderContext context) {
        return new SettingReader(usual, context).text(AS).orElse(usual);
    }

    /** Returns how long a request may take with all that it is tried again. */
    public Duration requestTimeout() {
        return requestTimeout;
    }

    /** Returns how connections are made and used. */
    public WireSettings wire() {
        WireSettings settings = WireSettings.DEFAULT
                .withRetries(RETRIES, HttpSettings::passes)
                .withConnections(CONNECTIONS)
                .withIdle(IDLE);
        return endpoint == null ? settings : endpoint.over(settings);
    }

    /** What the service says in its own words it means; a gateway before it speaks of the moment. */
    private static boolean passes(Answer answer) {
        return answer.status() == BUSY
                || (GATEWAY.contains(answer.status())
                        && ServiceFaults.words(answer).isEmpty());
    }
}
