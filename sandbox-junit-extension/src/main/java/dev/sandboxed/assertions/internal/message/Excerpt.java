package dev.sandboxed.assertions.internal.message;

import dev.sandboxed.api.internal.text.HarmlessText;
import java.util.Arrays;
import java.util.HexFormat;

/** Shows two contents side by side, no more of them than a person wants to read. */
final class Excerpt {

    private static final int WHOLE = 1_000;
    private static final int BEFORE = 200;
    private static final int BYTES = 16;

    private Excerpt() {}

    /** Quotes a text, or of a long one the part around an index. */
    static String around(String text, int index) {
        if (text.length() <= WHOLE) {
            return quoted(text);
        }
        int from = Math.max(0, Math.min(index - BEFORE, text.length() - WHOLE));
        int to = Math.min(text.length(), from + WHOLE);
        return (from > 0 ? "…" : "") + quoted(text.substring(from, to))
                + (to < text.length() ? "…" : "")
                + " (" + text.length() + " characters in all)";
    }

    /** Finds where two texts part; the length of the shorter one if it begins the longer one. */
    static int firstDifference(String one, String other) {
        int shorter = Math.min(one.length(), other.length());
        int at = 0;
        while (at < shorter && one.charAt(at) == other.charAt(at)) {
            at++;
        }
        return at;
    }

    /** Returns where an index is, as an editor does. */
    static String position(String text, int index) {
        String before = text.substring(0, Math.min(index, text.length()));
        long line = 1 + before.chars().filter(c -> c == '\n').count();
        return "line " + line + ", column " + (before.length() - before.lastIndexOf('\n'));
    }

    static String bytesFrom(byte[] bytes, int index) {
        int to = Math.min(bytes.length, index + BYTES);
        String shown = index >= bytes.length
                ? "nothing"
                : HexFormat.ofDelimiter(" ").formatHex(Arrays.copyOfRange(bytes, index, to));
        return Plural.of(bytes.length, "byte") + ", from there on: " + shown + (to < bytes.length ? " …" : "");
    }

    /** Writes a text as it is written between quotes. */
    static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.chars().forEach(c -> escaped.append(escaped((char) c)));
        return escaped.toString();
    }

    private static String quoted(String text) {
        return '"' + escaped(text) + '"';
    }

    private static String escaped(char c) {
        return switch (c) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            default -> Character.isISOControl(c) ? HarmlessText.escaped(c) : String.valueOf(c);
        };
    }
}
