package dev.sandboxed.conformance.report;

import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.internal.text.ResourceText;

/** Draws a badge that says whether a provider is certified, for the front page of its repository. */
final class Badge {

    private static final String GREEN = "#1b6e36";
    private static final String RED = "#b3261e";
    private static final int PADDING = 8;

    private Badge() {}

    /** Returns the badge as SVG. */
    public static String of(Certificate certificate) {
        return draw(
                "sandboxed contract " + certificate.contract(),
                certificate.isCertified() ? "certified" : "not certified",
                certificate.isCertified() ? GREEN : RED);
    }

    private static String draw(String label, String verdict, String colour) {
        int left = width(label) + 2 * PADDING;
        int right = width(verdict) + 2 * PADDING;
        return ResourceText.of(Badge.class, "badge.svg")
                .formatted(
                        left + right,
                        Markup.escape(label),
                        Markup.escape(verdict),
                        left,
                        right,
                        colour,
                        PADDING,
                        width(label),
                        left + PADDING,
                        width(verdict));
    }

    /** Returns about how wide a text is; viewers then stretch or squeeze it to just that. */
    private static int width(String text) {
        return (int) Math.ceil(text.codePoints()
                .mapToDouble(character -> "iljtfr.,:;|!' ".indexOf(character) >= 0 ? 4.2 : 7.0)
                .sum());
    }
}
