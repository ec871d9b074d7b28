package dev.sandboxed.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.conformance.certificate.Certificates;
import dev.sandboxed.conformance.certificate.Outcome;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class BadgeTests {

    private static final String CERTIFIED = Badge.of(Certificates.certified());
    private static final String FAILED = Badge.of(Certificates.with("EXEC-4", Outcome.FAILED, "exit code was 1"));

    @Test
    void aCertifiedProviderGetsAGreenBadgeThatSaysSo() {
        Document badge = Xml.parse(CERTIFIED);

        assertThat(badge.getDocumentElement().getAttribute("role")).isEqualTo("img");
        assertThat(badge.getElementsByTagName("title").item(0).getTextContent())
                .isEqualTo("sandboxed contract 1.8: certified");
        assertThat(Xml.elements(badge, "text"))
                .extracting(Element::getTextContent)
                .containsExactly("sandboxed contract 1.8", "certified");
        assertThat(Xml.elements(badge, "rect"))
                .extracting(rectangle -> rectangle.getAttribute("fill"))
                .contains("#1b6e36");
    }

    @Test
    void anotherGetsARedOneThatSaysSo() {
        Document badge = Xml.parse(FAILED);

        assertThat(badge.getDocumentElement().getAttribute("aria-label"))
                .isEqualTo("sandboxed contract 1.8: not certified");
        assertThat(Xml.elements(badge, "rect"))
                .extracting(rectangle -> rectangle.getAttribute("fill"))
                .contains("#b3261e");
    }

    @Test
    void aLongerTextMakesAWiderBadge() {
        assertThat(width(FAILED)).isGreaterThan(width(CERTIFIED));
    }

    @Test
    void everyTextEndsBeforeItsFieldDoes() {
        Document badge = Xml.parse(FAILED);

        Element verdict = Xml.elements(badge, "text").get(1);
        int end = number(verdict, "x") + number(verdict, "textLength");
        assertThat(end).isLessThan(width(FAILED));
    }

    private static int width(String badge) {
        return number(Xml.parse(badge).getDocumentElement(), "width");
    }

    private static int number(Element element, String attribute) {
        return Integer.parseInt(element.getAttribute(attribute));
    }
}
