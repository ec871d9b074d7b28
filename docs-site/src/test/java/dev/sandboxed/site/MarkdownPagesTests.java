package dev.sandboxed.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.site.Page.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkdownPagesTests {

    @TempDir
    Path root;

    @BeforeEach
    void makeFiles() throws IOException {
        Files.createDirectories(root.resolve("docs"));
        Files.createDirectories(root.resolve("sample"));
        for (String file : new String[] {"README.md", "docs/a.md", "sample/README.md", "sample/A.java"}) {
            Files.writeString(root.resolve(file), "");
        }
    }

    private Page read(String markdown) {
        return new MarkdownPages(new Addresses(root)).read("docs/a.md", markdown);
    }

    @Test
    void linksLeadToPages() {
        Page page =
                read("[a](../README.md#x) [b](../sample) [c](../sample/A.java) [d](#here) [e](https://example.org)");

        assertThat(page.html())
                .contains(
                        "href=\"../index.html#x\"",
                        "href=\"../sample/index.html\"",
                        "href=\"../sample/A.java.html\"",
                        "href=\"#here\"",
                        "href=\"https://example.org\"");
        assertThat(page.links()).containsExactly("README.md", "sample/README.md", "sample/A.java");
    }

    @Test
    void aLinkThatLeadsNowhereOrOutOfTheRepositoryIsNamed() {
        assertThatThrownBy(() -> read("[a](b.md)"))
                .hasMessage("docs/a.md links to b.md, which is not there; mend the link");
        assertThatThrownBy(() -> read("[a](../../)")).hasMessageContaining("which is not there");
    }

    @Test
    void headingsHaveTheNamesThatGitHubGivesThem() {
        Page page = read("# What `@Sandboxed` is, and\n## More\ntext\n## More\n");

        assertThat(page.html()).contains("<h1 id=\"what-sandboxed-is-and\">", "<h2 id=\"more\">", "<h2 id=\"more-1\">");
        assertThat(page.sections()).element(1).isEqualTo(new Section("More", "more", "text"));
    }

    @Test
    void theSearchHasWordsAndNeitherSignsNorAddresses() {
        Page page = read(
                "# See [the `page`](../README.md)\n*a*\nb <a id=\"x\"></a>\n\n| c | d |\n| --- | --- |\n| `e` | f |\n\n- g\n- h\n");

        assertThat(page.sections()).containsExactly(new Section("See the page", "see-the-page", "a b c d e f g h"));
    }

    @Test
    void tablesCanBeScrolledAndReadAloud() {
        assertThat(read("| a |\n| --- |\n| b |\n").html())
                .contains(
                        "<div class=\"wide\" tabindex=\"0\" role=\"region\"",
                        "<th scope=\"col\">a</th>",
                        "</table></div>");
    }
}
