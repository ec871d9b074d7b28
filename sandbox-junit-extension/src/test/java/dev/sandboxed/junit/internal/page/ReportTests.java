package dev.sandboxed.junit.internal.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.sandboxed.api.capability.Isolation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is written about a run of tests that end in every way. */
class ReportTests {

    @TempDir
    static Path work;

    private static RecordedRun run;

    @BeforeAll
    static void runAll() {
        run = new RecordedRun(work)
                .with("sandbox.provider", "subprocess")
                .run(Stories.OfTests.class, Stories.OfAClass.class, Stories.Skipped.class, Stories.Plain.class);
    }

    @Test
    void everyTestIsThereWithHowItEnded() throws IOException {
        assertThat(run.tests())
                .extracting(test -> test.path("status").asText())
                .containsExactlyInAnyOrder(
                        "passed", "failed", "failed", "passed", "skipped", "skipped", "passed", "passed", "passed",
                        "skipped", "skipped", "passed");
        assertThat(run.test("fails(").path("failure").asText()).contains("[exit code of the build]", "expected: 0");
        assertThat(run.test("fails(").path("trace").asText()).contains("Stories$OfTests.fails");
        assertThat(run.test("passes(").path("millis").asDouble()).isPositive();
    }

    @Test
    void whatWasSkippedHasItsReasonAlsoIfItsClassWas() throws IOException {
        assertThat(run.test("isAborted").path("reason").asText()).contains("the compiler is too old");
        assertThat(run.test("isSkipped").path("reason").asText()).contains("waits for the next release");
        assertThat(run.test("two").path("reason").asText()).contains("the whole class waits");
    }

    @Test
    void aSandboxKnowsItsTestItsProviderItsLifeAndItsClaim() throws IOException {
        JsonNode sandbox = run.sandboxOf(run.test("passes("));

        assertThat(sandbox.path("runsOn").path("provider").asText()).isEqualTo("subprocess");
        assertThat(sandbox.path("runsOn").path("isolation").asText()).isEqualTo("process");
        JsonNode life = sandbox.path("life");
        assertThat(List.of("creating", "ready", "claimed", "released", "destroyed"))
                .extracting(moment -> life.path(moment).asDouble(-1))
                .isSorted()
                .allMatch(moment -> moment >= 0);
        assertThat(sandbox.path("claim").has("warm")).isTrue();
        assertThat(sandbox.path("files").path("written").asLong()).isEqualTo("three\none\ntwo\n".length());
    }

    @Test
    void commandsHaveTheirEndAndTheirOutput() throws IOException {
        JsonNode first = run.sandboxOf(run.test("fails(")).path("commands").path(0);

        assertThat(first.path("command").asText()).contains("no such target");
        assertThat(first.path("ending").asText()).isEqualTo("exited with code 3");
        assertThat(first.path("succeeded").asBoolean(true)).isFalse();
        assertThat(first.path("out").asText()).isEqualTo("building");
        assertThat(first.path("err").asText()).isEqualTo("no such target");
        assertThat(run.sandboxOf(run.test("fails(")).path("usage").asText()).isNotEmpty();
    }

    @Test
    void aSandboxOfAClassBelongsToTheClass() throws IOException {
        JsonNode test = run.test("usesTheSharedOne");
        JsonNode type = test.path("parent");

        assertThat(run.sandboxes())
                .filteredOn(sandbox -> sandbox.path("owner").equals(type))
                .hasSize(1);
    }

    @Test
    void copiesOfASandboxBelongToTheTestThatMadeThem(@TempDir Path other) throws IOException {
        RecordedRun copying =
                new RecordedRun(other).with("sandbox.provider", "subprocess").run(Stories.Copying.class);
        JsonNode test = copying.test("triesInCopies");

        assertThat(copying.sandboxes())
                .filteredOn(sandbox -> sandbox.path("owner").equals(test.path("id")))
                .hasSize(3)
                .filteredOn(sandbox ->
                        sandbox.path("commands").path(0).path("out").asText().equals("in a copy"))
                .hasSize(2)
                .allSatisfy(
                        copy -> assertThat(copy.path("runsOn").path("isolation").asText())
                                .isEqualTo("process"));
    }

    @Test
    void noSecretIsInAnyFile() throws IOException {
        assertThat(run.test("failsWithASecret").path("failure").asText()).contains("the token is ***");
        for (String file : List.of("report.json", "index.html", "trace.json")) {
            assertThat(run.text(file)).doesNotContain("s3cret-value");
        }
    }

    @Test
    void thePageHasWhatIsHostileOnlyAsDataInWhichNoTagBegins() throws IOException {
        String page = run.text("index.html");

        assertThat(page).doesNotContain("<img").contains("\\u003cimg src=x").contains("default-src 'none'");
        assertThat(page).doesNotContainPattern("(?:src|href)=\"?(?:https?:)?//");
    }

    @Test
    void theTraceHasATimeForEveryTestSandboxAndCommand() throws IOException {
        JsonNode events = ReportJson.read(run.folder().resolve("trace.json")).path("traceEvents");

        assertThat(events)
                .filteredOn(event -> event.path("cat").asText().startsWith("test,"))
                .hasSize(9)
                .allMatch(event -> event.path("ph").asText().equals("X")
                        && event.path("pid").asInt() == 1
                        && event.path("tid").asInt() > 0
                        && event.path("dur").asLong(-1) >= 0);
        assertThat(events)
                .extracting(event -> event.path("name").asText())
                .contains("process_name", "thread_name")
                .anyMatch(name -> name.startsWith("used subprocess-"))
                .anyMatch(name -> name.contains("sort data.txt"));
    }

    @Test
    void theReportKeepsToItsSchema() throws IOException {
        assertThat(SCHEMA.validate(run.text("report.json"), InputFormat.JSON)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            delimiter = ';',
            value = {
                "\"format\":1; \"format\":2",
                "\"status\":\"passed\"; \"status\":\"fine\"",
                "\"kind\":\"test\"; \"kind\":\"tests\"",
                "\"isolation\":\"process\"; \"isolation\":\"strong\"",
                "\"commandsLeftOut\":0; \"commandsLeftOut\":-1",
                "\"succeeded\":true; \"succeeded\":\"yes\"",
                "\"provider\":\"subprocess\",; ~~",
                "\"uniqueId\":; \"unique\":",
            })
    void aBrokenReportIsRefused(String right, String wrong) throws IOException {
        String report = run.text("report.json");
        assertThat(report).contains(right);

        assertThat(SCHEMA.validate(report.replace(right, wrong), InputFormat.JSON))
                .isNotEmpty();
    }

    @Test
    void theSchemaKnowsEveryStatusAndEveryLevelOfIsolation() {
        assertThat(SCHEMA_TEXT.replaceAll("\\s+", ""))
                .contains(Arrays.stream(TestEntry.Status.values())
                        .map(status -> '"' + status.name().toLowerCase(Locale.ROOT) + '"')
                        .collect(Collectors.joining(",", "[", "]")))
                .contains(Arrays.stream(Isolation.values())
                        .map(level -> '"' + level.written() + '"')
                        .collect(Collectors.joining(",", "[", "]")));
    }

    @Test
    void withoutAFolderNothingIsWritten(@TempDir Path other) throws IOException {
        new RecordedRun(other).with("sandbox.reportDir", " ").run(Stories.Plain.class);

        assertThat(other.resolve("report")).doesNotExist();
    }

    @Test
    void aFolderThatCannotBeThereFailsNoTest(@TempDir Path other) throws IOException {
        Path file = Files.createFile(other.resolve("taken"));

        RecordedRun ran = new RecordedRun(other).with("sandbox.reportDir", file.toString());

        assertThat(ran.run(Stories.Plain.class).folder()).doesNotExist();
        assertThat(file).isEmptyFile();
    }

    private static final String SCHEMA_TEXT = schema();
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(SCHEMA_TEXT, InputFormat.JSON);

    private static String schema() {
        try (InputStream in = ReportTests.class.getResourceAsStream("/META-INF/sandboxed/report.schema.json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
