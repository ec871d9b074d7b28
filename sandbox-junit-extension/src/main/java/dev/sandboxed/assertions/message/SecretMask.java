package dev.sandboxed.assertions.message;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.spec.Secret;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.WritableAssertionInfo;
import org.assertj.core.presentation.Representation;
import org.jspecify.annotations.Nullable;

/**
 * Takes the secrets of a sandbox out of a text.
 *
 * @param words what must not be seen, longest first, so that a secret within another does not leave the rest of it
 */
public record SecretMask(List<String> words) {

    /** Mask nothing: no sandbox is known. */
    public static final SecretMask NONE = new SecretMask(List.of());

    private static final int SHORTEST_LINE = 4;

    public SecretMask {
        words = words.stream()
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    /**
     * Mask the secrets of a sandbox. Those of several lines are masked line by line too, since messages indent them, and all
     * of them also as they look in quotes.
     */
    public static SecretMask of(Sandbox sandbox) {
        return new SecretMask(sandbox.spec().secrets().values().stream()
                .map(Secret::reveal)
                .flatMap(value -> Stream.concat(
                        Stream.of(value), value.lines().map(String::strip).filter(SecretMask::isTelling)))
                .flatMap(word -> Stream.of(word, Excerpt.escaped(word)))
                .toList());
    }

    public String apply(String text) {
        String masked = text;
        for (String word : words) {
            masked = masked.replace(word, "***");
        }
        return masked;
    }

    /** Mask the values that AssertJ's own assertions show. */
    public void applyTo(WritableAssertionInfo info) {
        if (!words.isEmpty()) {
            info.useRepresentation(masking(info.representation()));
        }
    }

    private Representation masking(Representation shown) {
        return new Representation() {
            @Override
            public String toStringOf(@Nullable Object value) {
                return apply(String.valueOf(shown.toStringOf(value)));
            }

            @Override
            public String unambiguousToStringOf(@Nullable Object value) {
                return apply(String.valueOf(shown.unambiguousToStringOf(value)));
            }
        };
    }

    /** A line such as a lone bracket is no secret, and masking it would make every message unreadable. */
    private static boolean isTelling(String line) {
        return line.length() >= SHORTEST_LINE;
    }
}
