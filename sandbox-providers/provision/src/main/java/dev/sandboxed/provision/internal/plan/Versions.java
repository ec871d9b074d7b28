package dev.sandboxed.provision.internal.plan;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Versions as programs print them. */
final class Versions {

    private static final Pattern NUMBERS = Pattern.compile("\\d+(?:\\.\\d+)+");

    private Versions() {}

    /** Returns the first version in a text; empty if there is none. */
    static Optional<String> first(String text) {
        Matcher found = NUMBERS.matcher(text);
        return found.find() ? Optional.of(found.group()) : Optional.empty();
    }

    /** Returns whether a version is another one or newer; a missing number is a zero. */
    static boolean isAtLeast(String version, String wanted) {
        String[] have = version.split("\\.");
        String[] want = wanted.split("\\.");
        for (int at = 0; at < Math.max(have.length, want.length); at++) {
            int difference = Long.compare(number(have, at), number(want, at));
            if (difference != 0) {
                return difference > 0;
            }
        }
        return true;
    }

    private static long number(String[] numbers, int at) {
        return at < numbers.length ? Long.parseLong(numbers[at]) : 0;
    }
}
