package dev.sandboxed.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.checks.docs.Pages.Snippet;
import dev.sandboxed.checks.tree.Repository;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What a page shows of code is a part of a test or a sample, but for white space, so that it compiles and was run. */
class SnippetTests {

    /** Snippets that no test can run, by how they begin, each with the reason. */
    private static final Map<String, String> EXCEPTIONS = Map.of(
            "sandboxed {\n    isolation.set(\"container\")      // the floor: process",
            "it lists every property with a remark; WordingTests compares the names",
            "tasks.sandboxConformance { providers.add(",
            "it is for the build of a provider, and no sample in Kotlin has one; the functional tests do it in Groovy");

    private final Repository repository = Repository.find();
    private final Pages pages = Pages.of(repository);

    @Test
    void everySnippetInJavaIsInATestOrASample() {
        assertThat(missing("java", List.of(".java"), path -> path.contains("src/test/") || path.startsWith("samples/")))
                .isEmpty();
    }

    @Test
    void everySnippetInKotlinIsInASample() {
        assertThat(missing("kotlin", List.of(".kt", ".kts"), path -> path.startsWith("samples/")))
                .isEmpty();
    }

    @Test
    void everySnippetInXmlIsInTheBuildOfASample() {
        assertThat(missing("xml", List.of("pom.xml"), path -> path.startsWith("samples/")))
                .isEmpty();
    }

    @Test
    void everySnippetInYamlIsInASample() {
        assertThat(missing("yaml", List.of(".yml"), path -> path.startsWith("samples/")))
                .isEmpty();
    }

    @Test
    void everyExceptionIsStillNeeded() {
        List<String> shown = List.of("java", "kotlin", "xml", "yaml").stream()
                .flatMap(language -> pages.snippets(language).stream())
                .map(Snippet::text)
                .toList();
        assertThat(EXCEPTIONS.keySet()).allSatisfy(begin -> assertThat(shown).anyMatch(text -> text.startsWith(begin)));
    }

    @Test
    void aSnippetThatNoTestHasIsFound() {
        Pages page =
                new Pages(Map.of("a.md", "```java\nint a = 1;\nint b = 2;\n```\ntext\n```java\nint c = 3;\n```\n"));
        assertThat(missing(page.snippets("java"), List.of("class X {\n    int a =\n 1;\n    int b = 2;\n}\n")))
                .containsExactly(new Snippet("a.md", "int c = 3;"));
        assertThat(missing(page.snippets("java"), List.of("class X {\n    int a = 1;\n\n    int c = 3;\n}\n")))
                .containsExactly(new Snippet("a.md", "int a = 1;\nint b = 2;"));
    }

    private List<Snippet> missing(String language, List<String> suffixes, Predicate<String> which) {
        List<Snippet> shown = pages.snippets(language).stream()
                .filter(snippet -> EXCEPTIONS.keySet().stream().noneMatch(snippet.text()::startsWith))
                .toList();
        assertThat(shown).as("a page shows %s", language).isNotEmpty();
        List<String> sources = suffixes.stream()
                .flatMap(suffix -> repository.files(suffix).stream())
                .filter(which)
                .map(repository::text)
                .toList();
        return missing(shown, sources);
    }

    private static List<Snippet> missing(List<Snippet> shown, List<String> sources) {
        return shown.stream()
                .filter(snippet -> sources.stream().noneMatch(snippet::isIn))
                .toList();
    }
}
