package dev.sandboxed.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The site of this repository. */
class SiteTests {

    private static final Pattern HREF = Pattern.compile("<a [^>]*href=\"([^\"]*)\"");
    private static final Pattern RESOURCE =
            Pattern.compile("<(?:link|script|img|iframe)[^>]* (?:href|src)=\"([^\"]*)\"");
    private static final Pattern ID = Pattern.compile(" id=\"([^\"]*)\"");

    private static final Map<String, String> HTML = new TreeMap<>();

    @TempDir
    private static Path folder;

    @BeforeAll
    static void makeTheSite() throws IOException {
        int pages = new Site(repository()).writeTo(folder);
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(file -> file.toString().endsWith(".html"))
                    .forEach(file -> HTML.put(folder.relativize(file).toString(), read(file)));
        }
        assertThat(HTML).hasSize(pages);
    }

    static Path repository() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("settings.gradle.kts"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> found(Pattern pattern, String html) {
        return pattern.matcher(html).results().map(match -> match.group(1));
    }

    @Test
    void everyPageAndEveryDecisionIsThere() throws IOException {
        assertThat(HTML).containsKeys("index.html", "docs/index.html", "CHANGELOG.html", "samples/kotlin/index.html");
        for (String pages : List.of("docs", "docs/adr")) {
            try (Stream<Path> files = Files.list(repository().resolve(pages))) {
                assertThat(files.map(file -> file.getFileName().toString())
                                .filter(name -> name.endsWith(".md") && !name.equals("README.md")))
                        .isNotEmpty()
                        .allSatisfy(name -> assertThat(HTML).containsKey(pages + "/" + name.replace(".md", ".html")));
            }
        }
    }

    @Test
    void everyLinkLeadsToAPageAndAHeadingOfTheSite() {
        HTML.forEach((page, html) -> assertThat(found(HREF, html).filter(link -> !link.contains("://")))
                .isNotEmpty()
                .allSatisfy(link -> {
                    String file = link.replaceFirst("#.*", "");
                    String target = file.isEmpty()
                            ? page
                            : Path.of("/" + page)
                                    .resolveSibling(file)
                                    .normalize()
                                    .toString()
                                    .substring(1);
                    assertThat(HTML).as("%s links to %s", page, link).containsKey(target);
                    if (link.contains("#")) {
                        assertThat(found(ID, HTML.get(target)))
                                .as("%s links to %s", page, link)
                                .contains(link.replaceFirst(".*#", ""));
                    }
                }));
    }

    @Test
    void nothingComesFromElsewhere() {
        HTML.forEach((page, html) -> assertThat(found(RESOURCE, html))
                .as(page)
                .isNotEmpty()
                .allSatisfy(resource -> assertThat(folder.resolve(page).resolveSibling(resource))
                        .isRegularFile()));
        assertThat(read(folder.resolve("assets/site.css"))).doesNotContain("url(", "@import", "http");
        assertThat(read(folder.resolve("assets/site.js"))).doesNotContain("fetch", "XMLHttp", "http");
    }

    @Test
    void everyHeadingCanBeSearchedFor() {
        assertThat(read(folder.resolve("assets/index.js")))
                .startsWith("window.sections = [[")
                .contains("\"docs/inject.html#fields\",\"Give a test a sandbox\",\"Fields\",");
    }

    @Test
    void tasksAreInTheOrderOfTheirTable() {
        assertThat(HTML.get("docs/adr/index.html"))
                .containsSubsequence(
                        "<nav",
                        "../../docs/inject.html",
                        "../../docs/choose.html",
                        "../../docs/limit.html",
                        "The project");
    }

    @Test
    void aSourceIsShownAsItIs() {
        assertThat(HTML.get("samples/quickstart/src/test/java/quickstart/HelloTests.java.html"))
                .contains("stdout().isEqualTo(&quot;hello\\n&quot;)");
    }

    @Test
    void anEarlierSiteIsReplacedAndAnythingElseIsNot(@TempDir Path other) throws IOException {
        Site site = new Site(repository());
        site.writeTo(folder);

        Files.writeString(other.resolve("thesis.txt"), "");
        assertThatThrownBy(() -> site.writeTo(other)).hasMessageContaining("has something else in it than a site");
        assertThat(other).isDirectoryContaining("glob:**thesis.txt").isDirectoryNotContaining("glob:**assets");
    }
}
