package dev.sandboxed.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.checks.tree.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links of pages lead to files and headings that are there. */
class LinkTests {

    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(([^()\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.*)$");
    private static final Pattern ANCHOR = Pattern.compile("<a (?:id|name)=\"([^\"]+)\"");
    private static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```$|`[^`\\n]*`");

    private final Repository repository = Repository.find();

    @Test
    void everyLinkLeadsSomewhere() {
        Pages pages = Pages.of(repository);
        assertThat(pages.textByPath()).containsKeys("README.md", "docs/README.md", "docs/adr/README.md");
        assertThat(broken(repository.root(), pages)).isEmpty();
    }

    @Test
    void aLinkToNothingIsNamed(@TempDir Path folder) throws Exception {
        Files.createDirectories(folder.resolve("docs"));
        Files.writeString(folder.resolve("docs/there.txt"), "");
        Pages pages = new Pages(Map.of(
                "README.md",
                "# One `two`, three\n# One `two`, three\n[a](docs/there.txt) [b](docs/gone.txt) [c](#one-two-three) [d](#one-two-three-1)"
                        + " [e](#one-two-three-2) [f](docs/page.md#x) [g](docs/page.md#y) [h](https://example.org) `[i](j)`",
                "docs/page.md",
                "<a id=\"x\"></a> [up](../README.md#one-two-three)\n"));
        Files.writeString(folder.resolve("README.md"), "");
        Files.writeString(folder.resolve("docs/page.md"), "");

        assertThat(broken(folder, pages))
                .containsExactly(
                        "README.md: docs/gone.txt", "README.md: #one-two-three-2", "README.md: docs/page.md#y");
    }

    private static List<String> broken(Path root, Pages pages) {
        List<String> broken = new ArrayList<>();
        pages.textByPath().forEach((page, text) -> {
            Matcher link = LINK.matcher(CODE.matcher(text).replaceAll("code"));
            while (link.find()) {
                if (!link.group(1).contains("://") && !leadsSomewhere(root, pages, page, link.group(1))) {
                    broken.add(page + ": " + link.group(1));
                }
            }
        });
        return broken;
    }

    private static boolean leadsSomewhere(Path root, Pages pages, String page, String link) {
        String file = link.replaceFirst("#.*", "");
        Path target = file.isEmpty() ? root.resolve(page) : root.resolve(page).resolveSibling(file);
        if (!Files.exists(target)) {
            return false;
        }
        String text = pages.textByPath().get(root.relativize(target.normalize()).toString());
        return !link.contains("#") || (text != null && anchors(text).contains(link.replaceFirst(".*#", "")));
    }

    /** The names that headings get on GitHub, and on our own site. */
    private static Set<String> anchors(String text) {
        Map<String, Integer> seen = new HashMap<>();
        Set<String> anchors =
                ANCHOR.matcher(text).results().map(found -> found.group(1)).collect(Collectors.toSet());
        HEADING.matcher(text).results().map(found -> found.group(1)).forEach(heading -> {
            String name = heading.replaceAll("\\[([^\\]]*)]\\([^)]*\\)", "$1")
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-');
            int before = seen.merge(name, 1, Integer::sum) - 1;
            anchors.add(before == 0 ? name : name + "-" + before);
        });
        return anchors;
    }
}
