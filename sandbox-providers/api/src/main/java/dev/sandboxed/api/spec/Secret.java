package dev.sandboxed.api.spec;

import org.jspecify.annotations.Nullable;

/** A value that nothing of ours ever prints: an environment variable of commands, or the key of a {@link Credential}. */
public final class Secret {

    private final String value;

    private Secret(String value) {
        this.value = value;
    }

    /**
     * Wraps a value.
     *
     * @throws IllegalArgumentException if it is empty (nothing could be masked) or contains NUL
     */
    public static Secret of(String value) {
        if (value.isEmpty() || value.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "A secret must not be " + (value.isEmpty() ? "empty" : "one with NUL in it")
                            + "; leave it out, or pass the value as a seed file");
        }
        return new Secret(value);
    }

    /** Returns the value; for whoever passes it on, at that moment. */
    public String reveal() {
        return value;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Secret that && value.equals(that.value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return "***";
    }
}
