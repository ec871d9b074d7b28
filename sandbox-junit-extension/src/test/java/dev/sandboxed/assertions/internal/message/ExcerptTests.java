package dev.sandboxed.assertions.internal.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExcerptTests {

    @Test
    void shortTextIsShownWholeAndOnOneLine() {
        assertThat(Excerpt.around("a \"b\"\t\\\r\n\u0007é", 3)).isEqualTo("\"a \\\"b\\\"\\t\\\\\\r\\n\\u0007é\"");
    }

    @Test
    void longTextIsShownAroundTheIndex() {
        String text = "a".repeat(3_000) + "b" + "c".repeat(3_000);

        assertThat(Excerpt.around(text, 3_000))
                .isEqualTo("…\"" + "a".repeat(200) + "b" + "c".repeat(799) + "\"… (6001 characters in all)");
    }

    @Test
    void longTextIsShownFromItsBeginningOrToItsEnd() {
        String text = "a".repeat(1_001);

        assertThat(Excerpt.around(text, 0)).isEqualTo("\"" + "a".repeat(1_000) + "\"… (1001 characters in all)");
        assertThat(Excerpt.around(text, 1_001)).isEqualTo("…\"" + "a".repeat(1_000) + "\" (1001 characters in all)");
    }

    @Test
    void positionCountsLinesAndColumnsFromOne() {
        assertThat(Excerpt.position("", 0)).isEqualTo("line 1, column 1");
        assertThat(Excerpt.position("ab\ncd", 2)).isEqualTo("line 1, column 3");
        assertThat(Excerpt.position("ab\ncd", 3)).isEqualTo("line 2, column 1");
    }

    @Test
    void textsThatBeginAlikePartAtTheEndOfTheShorter() {
        assertThat(Excerpt.firstDifference("abc", "ab")).isEqualTo(2);
        assertThat(Excerpt.firstDifference("", "ab")).isZero();
        assertThat(Excerpt.firstDifference("xbc", "abc")).isZero();
    }

    @Test
    void bytesAreShownFromTheIndexOn() {
        assertThat(Excerpt.bytesFrom(new byte[] {0, 1, (byte) 0xfe}, 1)).isEqualTo("3 bytes, from there on: 01 fe");
        assertThat(Excerpt.bytesFrom(new byte[17], 0)).isEqualTo("17 bytes, from there on: " + "00 ".repeat(16) + "…");
    }
}
