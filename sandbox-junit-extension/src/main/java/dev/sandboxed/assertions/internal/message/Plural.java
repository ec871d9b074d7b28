package dev.sandboxed.assertions.internal.message;

/** Counts things as people do. */
final class Plural {

    private Plural() {}

    static String of(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
