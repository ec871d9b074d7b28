package dev.sandboxed.api.spec;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Takes secrets out of a text before anybody sees it.
 *
 * <p>A secret of several lines is taken out line by line as well, since texts indent them.
 */
public final class SecretMask {

    private static final int SHORTEST_LINE = 4;

    private final List<String> words;

    private SecretMask(Stream<String> words) {
        // The longest first, so that a secret within another does not leave the rest of it.
        this.words = words.distinct()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    public static SecretMask of(Collection<Secret> secrets) {
        return new SecretMask(secrets.stream()
                .map(Secret::reveal)
                .flatMap(value -> Stream.concat(
                        Stream.of(value), value.lines().map(String::strip).filter(SecretMask::isTelling))));
    }

    /** Takes out what is written in another way as well, for texts that quote. */
    public SecretMask alsoWritten(UnaryOperator<String> otherWay) {
        return new SecretMask(words.stream().flatMap(word -> Stream.of(word, otherWay.apply(word))));
    }

    /** Returns how long the longest secret is: so much at the edge of a text that was cut may be the rest of one. */
    public int longest() {
        return words.isEmpty() ? 0 : words.get(0).length();
    }

    /** Returns whether there is nothing to take out. */
    public boolean isEmpty() {
        return words.isEmpty();
    }

    public String apply(String text) {
        String masked = text;
        for (String word : words) {
            masked = masked.replace(word, "***");
        }
        return masked;
    }

    /** A line such as a lone bracket is no secret, and masking it would make every text unreadable. */
    private static boolean isTelling(String line) {
        return line.length() >= SHORTEST_LINE;
    }
}
