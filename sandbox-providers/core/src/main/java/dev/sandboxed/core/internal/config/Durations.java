package dev.sandboxed.core.internal.config;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 500ms}, {@code 5s}, {@code 2m}, {@code 1h}, {@code 7d}. */
public final class Durations {

    private static final Pattern FORM = Pattern.compile("(\\d{1,12})\\s*(ms|s|m|h|d)", Pattern.CASE_INSENSITIVE);

    private Durations() {}

    /**
     * Reads a written duration.
     *
     * @throws IllegalArgumentException if the text has another form; a number without a unit is refused, since nobody
     *     knows what it means
     */
    public static Duration parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "Not a duration: '" + text + "'; write a whole number with a unit, such as 500ms, 5s, 2m or 1h");
        }
        long amount = Long.parseLong(form.group(1));
        return switch (form.group(2).toLowerCase(Locale.ROOT)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }

    /** Writes a duration in the largest unit that loses nothing above a millisecond, as {@link #parse} reads it. */
    public static String write(Duration duration) {
        long millis = duration.toMillis();
        if (millis == 0 || millis % 1_000 != 0) {
            return millis + "ms";
        }
        long seconds = millis / 1_000;
        if (seconds % 60 != 0) {
            return seconds + "s";
        }
        return seconds % 3_600 == 0 ? seconds / 3_600 + "h" : seconds / 60 + "m";
    }
}
