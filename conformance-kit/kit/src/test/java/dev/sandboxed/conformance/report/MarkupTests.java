package dev.sandboxed.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MarkupTests {

    @Test
    void whatMeansSomethingToABrowserIsEscaped() {
        assertThat(Markup.escape("<a href='x' title=\"y\">&amp;"))
                .isEqualTo("&lt;a href=&#39;x&#39; title=&quot;y&quot;&gt;&amp;amp;");
    }

    @Test
    void linesTabsAndLettersOfAllKindsStay() {
        assertThat(Markup.escape("één\n\tπ 🙂")).isEqualTo("één\n\tπ 🙂");
    }

    @Test
    void controlCharactersAreShownAsPictures() {
        assertThat(Markup.escape("\u001b[31m\u0000\r")).isEqualTo("␛[31m␀␍");
    }

    @Test
    void whatNoXmlMayHoldIsReplaced() {
        assertThat(Markup.escape("a\uD83Db\uFFFFc\u0085")).isEqualTo("a\uFFFDb\uFFFDc\uFFFD");
    }
}
