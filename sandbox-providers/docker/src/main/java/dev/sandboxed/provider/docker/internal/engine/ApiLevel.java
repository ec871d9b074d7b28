package dev.sandboxed.provider.docker.internal.engine;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Compares versions of the engine's API.
 *
 * @param major 1, so far
 * @param minor 41 for Docker 20.10
 */
public record ApiLevel(int major, int minor) implements Comparable<ApiLevel> {

    /** What Docker 20.10 speaks: the oldest that has all we need. */
    public static final ApiLevel OLDEST = new ApiLevel(1, 41);

    /** The newest whose answers are known; newer engines are spoken to in this one. */
    public static final ApiLevel NEWEST = new ApiLevel(1, 51);

    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})");

    /** Reads a version; nothing if it is none. */
    public static Optional<ApiLevel> parse(@Nullable String text) {
        Matcher matcher = WRITTEN.matcher(text == null ? "" : text.strip());
        return matcher.matches()
                ? Optional.of(new ApiLevel(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
                : Optional.empty();
    }

    @Override
    public int compareTo(ApiLevel other) {
        return Comparator.comparingInt(ApiLevel::major)
                .thenComparingInt(ApiLevel::minor)
                .compare(this, other);
    }

    public boolean isBelow(ApiLevel other) {
        return compareTo(other) < 0;
    }

    /** Returns the lower of both. */
    public ApiLevel atMost(ApiLevel other) {
        return isBelow(other) ? this : other;
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
