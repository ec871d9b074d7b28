package dev.sandboxed.core.internal.config;

/** Reads numbers as people write them in settings; what is none throws {@link IllegalArgumentException} with an example. */
public final class Numbers {

    private Numbers() {}

    public static double decimal(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("it is not a number; write for example 0.5", e);
        }
    }

    public static int whole(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("it is not a whole number; write for example 64", e);
        }
    }

    /**
     * Reads a whole number that must not be too small.
     *
     * @param least the smallest that will do
     */
    public static int atLeast(int least, String text) {
        int number = whole(text);
        if (number < least) {
            throw new IllegalArgumentException("it is less than " + least);
        }
        return number;
    }
}
