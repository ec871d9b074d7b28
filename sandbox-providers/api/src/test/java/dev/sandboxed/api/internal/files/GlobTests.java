package dev.sandboxed.api.internal.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GlobTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "a.txt        | a.txt",
                "*            | a",
                "*            | .hidden",
                "*.txt        | a.txt",
                "*.txt        | .txt",
                "a*c*e        | abcde",
                "*            | \"two words\"",
                "*            | \"a\nb\"",
                "?            | \"\n\"",
                "a?c          | abc",
                "?.txt        | ü.txt",
                "**           | a/b/c",
                "**           | a",
                "**/x         | x",
                "**/x         | a/b/x",
                "a/**         | a/b/c",
                "a/**/z       | a/z",
                "a/**/z       | a/b/c/z",
                "**/*.py      | main.py",
                "**/*.py      | a/b/main.py",
                "**           | \"a/b\nc/d\"",
                "*/*          | a/b",
                "[abc].txt    | b.txt",
                "[a-c]x       | cx",
                "[!a-c]x      | dx",
                "[^a-c]x      | dx",
                "[!a]         | \"\n\"",
                "[]a]         | ]",
                "[!]a]        | b",
                "[.]          | .",
                "[a&&b]       | &",
                "[[]          | [",
                "[a-]         | -",
                "{a,b}.txt    | b.txt",
                "{a*,b}/x     | aa/x",
                "x{,.bak}     | x",
                "x{,.bak}     | x.bak",
                "a,b          | a,b",
                "a}           | a}",
                "\\*          | *",
                "\\{a\\}      | {a}",
                "a\\\\b       | a\\b",
                "a\\          | a\\",
                "(a.b)+$      | (a.b)+$",
            })
    void matches(String pattern, String path) {
        assertThat(Glob.of(pattern).matches(path)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "a.txt        | aXtxt",
                "a            | A",
                "*            | a/b",
                "*.txt        | a/b.txt",
                "?            | ab",
                "?            | /",
                "a?c          | a/c",
                "**/x         | yx",
                "**/x         | x/y",
                "a/**         | a",
                "a/**         | ab/c",
                "a/**/z       | a/bz",
                "*/*          | a/b/c",
                "[abc]        | d",
                "[!a-c]       | b",
                "[!a]         | /",
                "a[!b]c       | a/c",
                "[a&&b]       | c",
                "{a,b}        | ab",
                "{a,b}.txt    | a",
                "x{,.bak}     | xbak",
                "\\*          | a",
                "\\?          | a",
                "a            | \"a\n\"",
                "a            | \" a\"",
            })
    void doesNotMatch(String pattern, String path) {
        assertThat(Glob.of(pattern).matches(path)).isFalse();
    }

    @Test
    void takesAnEscapedCommaInsideAlternativesLiterally() {
        Glob glob = Glob.of("{a\\,b,c}");

        assertThat(glob.matches("a,b")).isTrue();
        assertThat(glob.matches("a")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[a", "[", "[!", "a[]", "[]"})
    void refusesAClassThatIsNotClosed(String pattern) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Glob.of(pattern))
                .withMessage("Not a pattern for files: '" + pattern + "' ('[' is not closed);"
                        + " put a backslash before a character that is meant literally");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{a", "{a,b", "{"})
    void refusesAlternativesThatAreNotClosed(String pattern) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Glob.of(pattern))
                .withMessage("Not a pattern for files: '" + pattern + "' ('{' is not closed);"
                        + " put a backslash before a character that is meant literally");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[z-a]", "{a,{b,c}}"})
    void refusesBackwardRangesAndNestedAlternatives(String pattern) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Glob.of(pattern))
                .withMessageStartingWith("Not a pattern for files: '" + pattern + "' (");
    }

    @Test
    void refusesNoPattern() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Glob.of(""))
                .withMessage("A pattern for files must not be empty; use ** for everything");
    }

    @Test
    void showsThePatternItWasMadeFrom() {
        assertThat(Glob.of("**/*.py")).hasToString("**/*.py");
    }
}
