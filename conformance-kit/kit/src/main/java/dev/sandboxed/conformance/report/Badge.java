package dev.sandboxed.conformance.report;

import dev.sandboxed.conformance.certificate.Certificate;

/** Draws a badge that says whether a provider is certified, for the front page of its repository. */
public final class Badge {

    private static final String GREEN = "#1b6e36";
    private static final String RED = "#b3261e";
    private static final int PADDING = 8;

    private Badge() {}

    /** Draw the badge as SVG. */
    public static String of(Certificate certificate) {
        return draw(
                "sandboxed contract " + certificate.contract(),
                certificate.isCertified() ? "certified" : "not certified",
                certificate.isCertified() ? GREEN : RED);
    }

    private static String draw(String label, String verdict, String colour) {
        int left = width(label) + 2 * PADDING;
        int right = width(verdict) + 2 * PADDING;
        return """
                <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="20" role="img" aria-label="%2$s: %3$s">
                  <title>%2$s: %3$s</title>
                  <clipPath id="corners"><rect width="%1$d" height="20" rx="4"/></clipPath>
                  <g clip-path="url(#corners)">
                    <rect width="%4$d" height="20" fill="#3d4451"/>
                    <rect x="%4$d" width="%5$d" height="20" fill="%6$s"/>
                  </g>
                  <g fill="#ffffff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
                    <text x="%7$d" y="14" textLength="%8$d">%2$s</text>
                    <text x="%9$d" y="14" textLength="%10$d">%3$s</text>
                  </g>
                </svg>
                """.formatted(
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

    /** Estimate how wide a text is; viewers then stretch or squeeze it to just that. */
    private static int width(String text) {
        return (int) Math.ceil(text.codePoints()
                .mapToDouble(character -> "iljtfr.,:;|!' ".indexOf(character) >= 0 ? 4.2 : 7.0)
                .sum());
    }
}
