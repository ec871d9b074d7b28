package dev.sandboxed.conformance.internal.text;

/** Puts a reason on one line, for where there is no room for all of it. */
public final class ShortReason {

    private static final int MOST = 160;

    private ShortReason() {}

    /** Returns the lines of a reason as one, without what is too long. */
    public static String of(String reason) {
        String line = reason.strip().replaceAll("\\s+", " ");
        return line.length() <= MOST ? line : line.substring(0, MOST) + "…";
    }
}
