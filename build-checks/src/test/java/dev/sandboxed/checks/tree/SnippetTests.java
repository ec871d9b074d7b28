package dev.sandboxed.checks.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a page shows in Java is a part of a test, but for white space, so that it compiles and was run. */
class SnippetTests {

    private static final Pattern SNIPPET =
            Pattern.compile("^```java\\n(.*?)\\n```$", Pattern.MULTILINE | Pattern.DOTALL);

    private final Repository repository = Repository.find();

    @ParameterizedTest
    @CsvSource(
            "docs/agent-code.md, sandbox-junit-extension/src/test/java/dev/sandboxed/junit/docs/AgentCodePageTests.java")
    void everySnippetOfAPageIsInATest(String page, String test) {
        assertThat(snippets(repository.text(page))).isNotEmpty();
        assertThat(missing(repository.text(page), repository.text(test)))
                .as("snippets of %s that are not in %s", page, test)
                .isEmpty();
    }

    @Test
    void aSnippetThatNoTestHasIsFound() {
        String page = "```java\nint a = 1;\nint b = 2;\n```\ntext\n```java\nint c = 3;\n```\n";
        assertThat(missing(page, "class X {\n    int a =\n 1;\n    int b = 2;\n}\n"))
                .containsExactly("int c = 3;");
        assertThat(missing(page, "class X {\n    int a = 1;\n\n    int c = 3;\n}\n"))
                .containsExactly("int a = 1;\nint b = 2;");
    }

    private static List<String> missing(String page, String test) {
        return snippets(page).stream()
                .filter(snippet -> !dense(test).contains(dense(snippet)))
                .toList();
    }

    private static List<String> snippets(String page) {
        return SNIPPET.matcher(page)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    private static String dense(String text) {
        return text.replaceAll("\\s+", "");
    }
}
