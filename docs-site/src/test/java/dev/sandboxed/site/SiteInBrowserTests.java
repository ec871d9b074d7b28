package dev.sandboxed.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of the site in a real browser, opened as files. A script at their end does what a reader would. */
class SiteInBrowserTests {

    private static final List<Path> PROGRAMS =
            List.of(Path.of("/usr/bin/chromium"), Path.of("/usr/bin/chromium-browser"));

    @TempDir
    Path folder;

    @BeforeEach
    void makeTheSite() throws IOException {
        assumeTrue(
                PROGRAMS.stream().anyMatch(Files::isExecutable),
                "There is no Chromium in /usr/bin: as root on Debian, ./sandboxed test gets it");
        new Site(SiteTests.repository()).writeTo(folder.resolve("site"));
    }

    @Test
    void wordsAreFoundInTextsAndHeadings() throws Exception {
        String page = drawn("docs/adr/index.html", 1200, """
                const query = document.getElementById('query');
                query.focus();
                query.value = 'MEMORY hog';
                query.dispatchEvent(new Event('input'));
                """);

        assertThat(page).contains("<section id=\"found\" aria-label=\"Results of the search\">");
        assertThat(page.substring(page.indexOf("<ol id=\"results\">"), page.indexOf("</ol>")))
                .contains("<a href=\"../../docs/limit.html#memory\">Set limits › Memory</a>");
    }

    @Test
    void aWordThatIsNowhereIsSaidToBe() throws Exception {
        String page = drawn("index.html", 1200, """
                const query = document.getElementById('query');
                query.focus();
                query.value = '<b>xyzzy';
                query.dispatchEvent(new Event('input'));
                """);

        assertThat(page).contains("Nothing was found.").doesNotContain("<li><a href=\"#");
    }

    @ParameterizedTest
    @ValueSource(strings = {"index.html", "docs/providers.html", "docs/kotlin.html", "CONTRIBUTING.html"})
    void pagesFitAPhone(String path) throws Exception {
        String page =
                drawn(path, 500, "document.title = 'wide ' + (document.documentElement.scrollWidth - innerWidth);");

        assertThat(page).contains("<title>wide 0</title>");
    }

    /** Returns the page as it is after its scripts have run. */
    private String drawn(String path, int width, String script) throws Exception {
        Path page = folder.resolve("site").resolve(path);
        Files.writeString(
                page,
                Files.readString(page)
                        .replace(
                                "</body>",
                                "<script>addEventListener('load', () => {" + script + "});</script></body>"));
        Path log = folder.resolve("log");
        Process browser = new ProcessBuilder(
                        PROGRAMS.stream()
                                .filter(Files::isExecutable)
                                .findFirst()
                                .orElseThrow()
                                .toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--hide-scrollbars",
                        "--user-data-dir=" + folder.resolve("profile"),
                        "--window-size=" + width + ",800",
                        "--virtual-time-budget=10000",
                        "--dump-dom",
                        page.toUri().toString())
                .redirectError(log.toFile())
                .start();
        try {
            String dom = new String(browser.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(browser.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return dom;
        } finally {
            browser.descendants().forEach(ProcessHandle::destroyForcibly);
            browser.destroyForcibly();
        }
    }
}
