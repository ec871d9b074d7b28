package dev.sandboxed.cli.internal.doctor;

/** Reasons in few words. */
public final class Reasons {

    private Reasons() {}

    /**
     * Returns the beginning of a reason: what comes before its first semicolon or line break says what it is about, and what
     * comes after that, such as all places that were looked at, is for those who ask for more.
     */
    public static String briefly(String reason) {
        return reason.strip().split(";\\s|\\n", 2)[0].replaceAll("\\s+", " ");
    }

    /** Returns the beginning of a reason, cut to so many characters where even that is longer. */
    public static String briefly(String reason, int width) {
        String brief = briefly(reason);
        return brief.length() > width ? brief.substring(0, width - 2) + " …" : brief;
    }
}
