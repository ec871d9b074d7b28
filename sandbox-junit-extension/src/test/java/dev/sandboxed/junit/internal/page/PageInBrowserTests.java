package dev.sandboxed.junit.internal.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page in a real browser. It lies in a folder of target afterwards, for people to look at. */
class PageInBrowserTests {

    private static RecordedRun run;
    private static Browser browser;

    @BeforeAll
    static void openBrowser() throws Exception {
        Optional<Path> program = Browser.find();
        assumeTrue(
                program.isPresent(), "There is no Chromium on the path: as root on Debian, ./sandboxed test gets it");
        Path work = RecordedRun.kept("page");
        run = new RecordedRun(work)
                .with(
                        "sandbox.reportBuild",
                        "browser " + ProcessHandle.current().pid());
        run.run(Stories.OfTests.class, Stories.OfAClass.class, Stories.Skipped.class, Stories.Plain.class);
        run.with("sandbox.pool", "off").runWith(UnsteadyProviderFactory.class, Stories.FallingBack.class);
        browser = new Browser(program.get(), Files.createDirectories(work.resolve("profile")));
    }

    @AfterAll
    static void closeBrowser() throws Exception {
        if (browser != null) {
            browser.end();
        }
    }

    @BeforeEach
    void openPage() throws Exception {
        size(1200);
        browser.open(run.folder().resolve("index.html"));
    }

    private static void size(int width) throws Exception {
        browser.call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 800, "deviceScaleFactor", 1, "mobile", width < 600));
    }

    private static List<String> texts(String selector) throws Exception {
        JsonNode found =
                browser.evaluate("[...document.querySelectorAll(" + quoted(selector) + ")].map(e => e.textContent)");
        return StreamSupport.stream(found.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    private static String quoted(String text) {
        return TextNode.valueOf(text).toString();
    }

    private static List<String> names() throws Exception {
        return texts("#rows button.open");
    }

    private static void choose(String id, String value) throws Exception {
        browser.evaluate("document.getElementById('" + id + "').value = " + quoted(value)
                + "; document.getElementById('" + id + "').dispatchEvent(new Event('input', { bubbles: true }))");
    }

    private static void openAll() throws Exception {
        browser.evaluate("document.querySelectorAll('#rows button.open[aria-expanded=false]').forEach(b => b.click());"
                + "document.querySelectorAll('details').forEach(d => d.open = true)");
    }

    @Test
    void drawsItselfWithoutAComplaintAndWithoutTheNetwork() throws Exception {
        openAll();

        assertThat(browser.heard("Runtime.exceptionThrown")).isEmpty();
        assertThat(browser.heard("Runtime.consoleAPICalled")).isEmpty();
        assertThat(browser.heard("Log.entryAdded")).isEmpty();
        assertThat(browser.heard("Network.requestWillBeSent")
                        .map(request -> request.path("params")
                                .path("request")
                                .path("url")
                                .asText()))
                .containsExactly(run.folder().resolve("index.html").toUri().toString());
    }

    @Test
    void tellsInShortWhatTheRunWas() throws Exception {
        assertThat(texts("#verdict")).containsExactly("2 failures in 13 tests");
        assertThat(texts("#summary dt")).contains("Warm starts", "Saved by the pool", "Fallbacks");
        assertThat(texts("#skips li")).hasSize(3).anyMatch(line -> line.contains("the compiler is too old"));
        assertThat(texts("#fallbacks li"))
                .isNotEmpty()
                .allMatch(line -> line.contains("unsteady"))
                .anyMatch(line -> line.contains("could not create it"));
        assertThat(browser.evaluate("document.querySelectorAll('#timeline rect.failed').length")
                        .asInt())
                .isEqualTo(2);
        assertThat(browser.evaluate("document.querySelectorAll('#pool polygon').length")
                        .asInt())
                .isEqualTo(4);
    }

    @Test
    void filtersByTextStatusAndProvider() throws Exception {
        choose("status", "failed");
        assertThat(names()).containsExactlyInAnyOrder("fails(Sandbox)", "failsWithASecret(Sandbox)");
        assertThat(texts("#count")).containsExactly("2 of 13 tests shown");

        choose("text", "NO SUCH target");
        assertThat(names()).containsExactly("fails(Sandbox)");

        browser.evaluate("document.querySelector('#filters button').click()");
        browser.evaluate("new Promise(done => setTimeout(done))");
        assertThat(names()).hasSize(13);

        String provider = run.sandboxOf(run.test("passes("))
                .path("runsOn")
                .path("provider")
                .asText();
        choose("provider", provider);
        assertThat(names()).hasSize(9).doesNotContain("passesWithoutASandbox()");
    }

    @Test
    void sortsByAColumnAndSaysSo() throws Exception {
        assertThat(names()).first().asString().startsWith("fails");

        browser.evaluate(
                "[...document.querySelectorAll('#head button')].find(b => b.textContent === 'Duration').click()");

        String longest = run.tests().stream()
                .max(Comparator.comparingDouble(test -> test.path("millis").asDouble()))
                .orElseThrow()
                .path("name")
                .asText();
        assertThat(names()).first().isEqualTo(longest);
        assertThat(browser.evaluate("document.querySelector('th[aria-sort=descending]').textContent")
                        .asText())
                .isEqualTo("Duration");
    }

    @Test
    void opensDetailsByKeyboard() throws Exception {
        for (String type : List.of("rawKeyDown", "keyUp")) {
            browser.call("Input.dispatchKeyEvent", Map.of("type", type, "key", "/", "text", "/", "code", "Slash"));
        }
        assertThat(browser.evaluate("document.activeElement.id").asText()).isEqualTo("text");

        browser.evaluate("document.querySelector('#rows button.open').focus()");
        Map<String, Object> enter =
                Map.of("type", "keyDown", "key", "Enter", "code", "Enter", "text", "\r", "windowsVirtualKeyCode", 13);
        browser.call("Input.dispatchKeyEvent", enter);

        assertThat(browser.evaluate("document.activeElement.getAttribute('aria-expanded')")
                        .asText())
                .isEqualTo("true");
        assertThat(texts(".details")).singleElement().asString().contains("Sandbox", "isolation", "stdout");
    }

    @Test
    void aLinkToATestOpensIt() throws Exception {
        String key = run.test("fails(").path("id").asText();
        browser.evaluate("location.hash = '#t-0-" + key + "'");
        browser.evaluate("new Promise(done => setTimeout(done, 50))");

        assertThat(texts(".details")).singleElement().asString().contains("no such target", "Stack trace", "Files");
        assertThat(browser.evaluate("document.activeElement.textContent").asText())
                .isEqualTo("fails(Sandbox)");
    }

    @Test
    void everythingThatCanBeOperatedHasANameForScreenReaders() throws Exception {
        openAll();

        JsonNode nodes = browser.call("Accessibility.getFullAXTree", Map.of()).path("nodes");

        assertThat(nodes)
                .filteredOn(node -> List.of(
                                "button", "textbox", "searchbox", "combobox", "slider", "link", "image", "table")
                        .contains(node.path("role").path("value").asText()))
                .hasSizeGreaterThan(20)
                .allMatch(node -> !node.path("name").path("value").asText().isBlank());
    }

    @Test
    void whatIsHostileStaysText() throws Exception {
        openAll();

        assertThat(browser.evaluate("document.querySelectorAll('img').length").asInt())
                .isZero();
        assertThat(browser.evaluate("typeof window.hacked").asText()).isEqualTo("undefined");
        assertThat(names()).contains("is called " + Stories.HOSTILE);
        assertThat(texts(".details pre")).contains(Stories.HOSTILE, "<!--");
    }

    @Test
    void isLightOrDarkAsTheReaderLikes() throws Exception {
        assertThat(background("light")).isEqualTo("rgb(255, 255, 255)");
        assertThat(background("dark")).isEqualTo("rgb(13, 17, 23)");
    }

    private static String background(String scheme) throws Exception {
        browser.call(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        return browser.evaluate("getComputedStyle(document.body).backgroundColor")
                .asText();
    }

    @ParameterizedTest
    @ValueSource(ints = {360, 768, 1200})
    void fitsTheScreenWithAllDetailsOpen(int width) throws Exception {
        size(width);
        browser.open(run.folder().resolve("index.html"));
        openAll();

        assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                .isLessThanOrEqualTo(width);
        assertThat(browser.evaluate("document.querySelectorAll('#rows tr.details').length")
                        .asInt())
                .isEqualTo(13);
    }
}
