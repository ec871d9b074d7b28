package dev.sandboxed.core.internal.config;

/**
 * A value that was set, and where.
 *
 * @param key its key, as in {@link ConfigKey}
 * @param value what was written
 * @param origin where it was written, for people
 */
public record Setting(String key, String value, String origin) {

    /** Begins a sentence about it. */
    String describe() {
        // Somebody may have written a key there, where the name of one belongs.
        return key.equals(ConfigKey.CREDENTIALS.key())
                ? key + " is set (" + origin + ")"
                : key + " is '" + value + "' (" + origin + ")";
    }
}
