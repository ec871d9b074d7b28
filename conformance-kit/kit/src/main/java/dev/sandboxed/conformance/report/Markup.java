package dev.sandboxed.conformance.report;

import java.util.stream.Collectors;

/** Text for HTML and SVG, written so that it is shown and never obeyed. */
final class Markup {

    private static final int REPLACEMENT = 0xFFFD;
    private static final int CONTROL_PICTURES = 0x2400;

    private Markup() {}

    /** Returns text written so that it can stand between tags and inside of quoted attributes, of XML as well. */
    static String escape(String text) {
        return text.codePoints().mapToObj(Markup::escape).collect(Collectors.joining());
    }

    private static String escape(int character) {
        return switch (character) {
            case '&' -> "&amp;";
            case '<' -> "&lt;";
            case '>' -> "&gt;";
            case '"' -> "&quot;";
            case '\'' -> "&#39;";
            case '\n', '\t' -> Character.toString(character);
            default -> Character.toString(allowed(character));
        };
    }

    /** Most control characters may not stand in XML in any form: show their pictures instead. */
    private static int allowed(int character) {
        if (character < ' ') {
            return CONTROL_PICTURES + character;
        }
        boolean half = character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
        boolean never = character == 0xFFFE || character == 0xFFFF;
        return half || never || Character.isISOControl(character) ? REPLACEMENT : character;
    }
}
