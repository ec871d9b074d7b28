package dev.sandboxed.provider.remote.internal.settings;

import dev.sandboxed.api.ProviderContext;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import okhttp3.HttpUrl;

/**
 * Reads settings. One of ours wins over the variable that other programs read. Every method throws
 * {@link IllegalArgumentException} for what it cannot understand: the message names the setting, its value and what would be
 * right. Never shown as text: keys are settings too.
 */
public final class SettingReader {

    private final String provider;
    private final Map<String, String> settings;
    private final Map<String, String> environment;

    public SettingReader(String provider, ProviderContext context) {
        this.provider = provider;
        this.settings = context.settings();
        this.environment = context.environment();
    }

    /** Returns what is written there; a blank is nothing. */
    public Optional<String> text(Setting setting) {
        String own = settings.getOrDefault(setting.name(), "").strip();
        String shared = environment.getOrDefault(setting.variable(), "").strip();
        return Optional.of(own.isEmpty() ? shared : own).filter(value -> !value.isEmpty());
    }

    /** Returns whether something is on. */
    public Optional<Boolean> flag(Setting setting) {
        return text(setting).map(word -> switch (word.toLowerCase(Locale.ROOT)) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> throw wrong(setting, word, "true or false");
        });
    }

    /** Returns an address of HTTP. */
    public Optional<HttpUrl> url(Setting setting, String example) {
        return text(setting).map(written -> {
            HttpUrl url = HttpUrl.parse(written);
            if (url == null) {
                throw wrong(setting, written, "an address such as " + example);
            }
            return url;
        });
    }

    /** Returns a time of at least a second. */
    public Optional<Duration> duration(Setting setting) {
        return text(setting).map(written -> {
            try {
                Duration duration = Duration.parse("PT" + written);
                if (duration.toSeconds() > 0) {
                    return duration;
                }
            } catch (DateTimeException e) {
                // As wrong as one that is too short.
            }
            throw wrong(setting, written, "at least a second, such as 90s, 5m or 1h");
        });
    }

    /** Returns a whole number that is not too small. */
    public Optional<Integer> number(Setting setting, int least) {
        return text(setting).map(written -> {
            if (written.matches("[0-9]{1,6}") && Integer.parseInt(written) >= least) {
                return Integer.valueOf(written);
            }
            throw wrong(setting, written, "a number from " + least + " on");
        });
    }

    /** Returns what to throw for a value that cannot be right. */
    public IllegalArgumentException wrong(Setting setting, String value, String right) {
        return new IllegalArgumentException(named(setting) + " is '" + value + "'; give " + right);
    }

    /** Returns what a setting is called by whoever sets it. */
    String named(Setting setting) {
        return "sandbox." + provider + "." + setting.name()
                + (setting.variable().isEmpty() ? "" : " (or " + setting.variable() + ")");
    }
}
