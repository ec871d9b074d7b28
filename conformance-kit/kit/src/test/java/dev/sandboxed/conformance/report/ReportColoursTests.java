package dev.sandboxed.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.conformance.certificate.Certificates;
import dev.sandboxed.conformance.certificate.Outcome;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The contrast that WCAG 2 asks of ordinary text at level AA, computed from the colours of the page. */
class ReportColoursTests {

    private static final double ENOUGH = 4.5;
    private static final String DARK = "@media (prefers-color-scheme: dark)";
    private static final Pattern COLOUR = Pattern.compile("--([a-z-]+): #([0-9a-f]{6});");

    private final String page = HtmlReport.of(Certificates.certified());
    private final Map<String, Integer> light = colours(page.substring(0, page.indexOf(DARK)));
    private final Map<String, Integer> dark = colours(page.substring(page.indexOf(DARK)));

    @Test
    void bothSchemesHaveTheSameColours() {
        assertThat(light).hasSizeGreaterThan(10);
        assertThat(dark.keySet()).isEqualTo(light.keySet());
        assertThat(luminance(light.get("text-back"))).isGreaterThan(luminance(dark.get("text-back")));
    }

    @Test
    void everyTextCanBeReadInTheLight() {
        assertReadable(light);
    }

    @Test
    void everyTextCanBeReadInTheDark() {
        assertReadable(dark);
    }

    @Test
    void everyOutcomeHasAColour() {
        assertThat(Arrays.stream(Outcome.values())).allMatch(outcome -> page.contains("." + outcome.written() + " {"));
    }

    private static void assertReadable(Map<String, Integer> colours) {
        colours.forEach((name, colour) -> {
            Integer back = colours.get(name + "-back");
            if (back != null) {
                assertThat(contrast(colour, back)).as(name).isGreaterThan(ENOUGH);
            }
        });
    }

    private static Map<String, Integer> colours(String style) {
        Map<String, Integer> colours = new TreeMap<>();
        Matcher colour = COLOUR.matcher(style);
        while (colour.find()) {
            colours.put(colour.group(1), Integer.parseInt(colour.group(2), 16));
        }
        return colours;
    }

    private static double contrast(int one, int other) {
        double lighter = Math.max(luminance(one), luminance(other));
        double darker = Math.min(luminance(one), luminance(other));
        return (lighter + 0.05) / (darker + 0.05);
    }

    private static double luminance(int colour) {
        return 0.2126 * linear(colour >> 16) + 0.7152 * linear(colour >> 8) + 0.0722 * linear(colour);
    }

    private static double linear(int channel) {
        double share = (channel & 0xFF) / 255.0;
        return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }
}
