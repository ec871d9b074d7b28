package dev.sandboxed.provider.docker.internal.image;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says when an image is fetched from its registry. */
public enum PullPolicy {
    /** When the engine does not have it; the default. */
    MISSING,
    /** Each time, so that a tag that was moved is followed. */
    ALWAYS,
    /** Not at all: the engine must have it. */
    NEVER;

    /** The setting and option that chooses one. */
    public static final String KEY = "pull";

    /**
     * Reads a policy; the default one if there is nothing to read.
     *
     * @throws IllegalArgumentException if it is none; the message lists them
     */
    public static PullPolicy of(@Nullable String text) {
        if (text == null || text.isBlank()) {
            return MISSING;
        }
        return Arrays.stream(values())
                .filter(policy -> policy.written().equalsIgnoreCase(text.strip()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + text + "' is not a pull policy; there are: "
                        + Arrays.stream(values()).map(PullPolicy::written).collect(Collectors.joining(", "))));
    }

    /** Returns it as it is written in settings. */
    public String written() {
        return name().toLowerCase(Locale.ROOT);
    }
}
