package dev.sandboxed.api.internal.text;

import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Text that is not trusted, written so that a person can read it in the output of a build and no program obeys it: neither a terminal, which
 * obeys control characters, nor a build server or an IDE, which obey commands in lines.
 */
public final class HarmlessText {

    /**
     * GitHub's runner obeys a line that begins with {@code ::}; Azure's agent, TeamCity and IntelliJ IDEA obey {@code ##name[} wherever it is
     * in a line, so that nothing in front of it would help. Each is found up to its first character.
     */
    private static final Pattern COMMAND = Pattern.compile("(?mU)^[^\\S\\n]*+(?:#(?=#)|:(?=:))|#(?=#[\\w.-]*+\\[)");

    private static final HexFormat HEX = HexFormat.of();

    private HarmlessText() {}

    /** Returns the text with control characters as escapes, but for tabs and the ends of lines, and with a blank in each command. */
    public static String of(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            boolean endsLine = c == '\n' || (c == '\r' && text.startsWith("\n", at + 1));
            if (endsLine || c == '\t' || !Character.isISOControl(c)) {
                shown.append(c);
            } else {
                shown.append(escaped(c));
            }
        }
        return COMMAND.matcher(shown).replaceAll("$0 ");
    }

    /** Writes a control character as it is written in Java. */
    public static String escaped(char c) {
        return switch (c) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> "\\u" + HEX.toHexDigits(c);
        };
    }
}
