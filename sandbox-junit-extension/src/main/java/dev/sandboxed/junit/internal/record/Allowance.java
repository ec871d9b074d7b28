package dev.sandboxed.junit.internal.record;

/**
 * How much may still be taken down. Not safe from several threads.
 *
 * <p>What a test prints is without bound, and the recording is kept until the run ends: beyond this only how much was left out is
 * kept.
 */
final class Allowance {

    /** All texts together. In memory it is twice that at most. */
    private static final long MOST_CHARACTERS = 16L << 20;

    private static final int MOST_COMMANDS = 50_000;
    static final int MOST_TESTS = 50_000;
    static final int MOST_SANDBOXES = 20_000;

    private long characters = MOST_CHARACTERS;
    private long commands = MOST_COMMANDS;
    private long textsLeftOut;

    /** Returns the end of a text if there is room for it, else that there is none. */
    String tail(String text, int most) {
        return keep(text.length() <= most ? text : "…" + text.substring(boundary(text, text.length() - most)));
    }

    /** Returns the beginning of a text if there is room for it, else that there is none. */
    String head(String text, int most) {
        return keep(text.length() <= most ? text : text.substring(0, boundary(text, most)) + "…");
    }

    private String keep(String text) {
        if (text.length() > characters) {
            textsLeftOut++;
            return "(left out: the run has told too much)";
        }
        characters -= text.length();
        return text;
    }

    /** Half of a pair of surrogates would be no text any more. */
    private static int boundary(String text, int index) {
        return Character.isLowSurrogate(text.charAt(index)) ? index + 1 : index;
    }

    boolean takeCommand() {
        if (commands == 0) {
            return false;
        }
        commands--;
        return true;
    }

    /** A command was forgotten again, with its texts. */
    void giveBack(long charactersOfCommand) {
        commands++;
        characters += charactersOfCommand;
    }

    long textsLeftOut() {
        return textsLeftOut;
    }
}
