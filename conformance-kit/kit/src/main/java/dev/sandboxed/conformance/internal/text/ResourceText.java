package dev.sandboxed.conformance.internal.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Reads texts that lie in the kit's jar. */
public final class ResourceText {

    private ResourceText() {}

    /**
     * Returns a text.
     *
     * @param beside a class that it lies beside
     * @param name its name, from that class on or, with a slash before it, from the root on
     * @throws NullPointerException if there is no such text; the message names it
     * @throws UncheckedIOException if it cannot be read
     */
    public static String of(Class<?> beside, String name) {
        try (InputStream text = beside.getResourceAsStream(name)) {
            return new String(
                    Objects.requireNonNull(text, () -> "'" + name + "' is not in the kit's jar")
                            .readAllBytes(),
                    StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read '" + name + "' from the kit's jar", e);
        }
    }
}
