package dev.sandboxed.junit.inside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.junit.FailedInsideException;
import dev.sandboxed.junit.Suite;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.opentest4j.AssertionFailedError;

/** What tests that run inside look like from here, on any provider. */
abstract class InsideContract {

    @TempDir
    Path state;

    abstract String provider();

    final Suite suite() {
        return new Suite(state).with("sandbox.provider", provider());
    }

    static Throwable failure(EngineExecutionResults results) {
        return results.testEvents().failed().stream()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class)
                        .getThrowable()
                        .orElseThrow())
                .findFirst()
                .orElseThrow();
    }

    static List<Map<String, String>> entries(EngineExecutionResults results) {
        return results.allEvents().reportingEntryPublished().stream()
                .map(event -> event.getRequiredPayload(ReportEntry.class).getKeyValuePairs())
                .toList();
    }

    @Test
    void theTestAndAllThatIsAroundItRunInAnotherJvmAndNotHere() {
        Lifecycle.RAN_HERE.set(0);

        EngineExecutionResults results = suite().run(Lifecycle.class);

        assertThat(Suite.failures(results)).isEmpty();
        assertThat(Suite.succeeded(results)).isEqualTo(2);
        assertThat(Lifecycle.RAN_HERE).hasValue(0);
        assertThat(entries(results))
                .contains(
                        Map.of("ran", "[beforeAll, beforeEach, test]"),
                        Map.of("ran", "[beforeAll, beforeEach, other]"));
        assertThat(suite().leftovers()).isEqualTo(Suite.NOTHING_LEFT);
    }

    @Test
    void eachArgumentEachRepetitionAndNestedTestsRunOnTheirOwn() {
        EngineExecutionResults results = suite().run(Kinds.class);

        assertThat(Suite.failures(results)).containsExactly("expected: <3> but was: <4>");
        assertThat(Suite.succeeded(results)).isEqualTo(6);
        assertThat(entries(results))
                .contains(
                        Map.of("argument", "größe"),
                        Map.of("argument", "2"),
                        Map.of("repetition", "2"),
                        Map.of("nested", "outer"));
    }

    @Test
    void anAssertionThatFailedInsideFailsHereWithItsValuesAndItsStackTrace() {
        Throwable failure = failure(suite().run(Failing.Assertion.class));

        assertThat(failure).isInstanceOf(AssertionFailedError.class).hasMessage("expected: <a> but was: <b>");
        assertThat(((AssertionFailedError) failure).getExpected().getStringRepresentation())
                .isEqualTo("a");
        assertThat(((AssertionFailedError) failure).getActual().getStringRepresentation())
                .isEqualTo("b");
        assertThat(failure.getStackTrace())
                .extracting(StackTraceElement::toString)
                .anyMatch(frame -> frame.startsWith(Failing.Assertion.class.getName() + ".test(Failing.java:"));
    }

    @Test
    void anyOtherExceptionIsToldWithItsClassItsCauseAndWhatItSuppressed() {
        Throwable failure = failure(suite().run(Failing.Exceptional.class));

        assertThat(failure)
                .isInstanceOf(FailedInsideException.class)
                .hasToString(Failing.Own.class.getName() + ": own");
        assertThat(failure).hasMessage("own");
        assertThat(failure.getCause()).hasToString("java.lang.IllegalStateException: the cause");
        assertThat(failure.getSuppressed()).singleElement().hasToString("java.io.IOException: suppressed");
        assertThat(failure.getStackTrace()[0].getClassName()).isEqualTo(Failing.Exceptional.class.getName());
    }

    @Test
    void whatIsSkippedInsideIsSkippedHere() {
        assertThat(Suite.aborted(suite().run(Failing.Assuming.class)))
                .containsExactlyInAnyOrder("Assumption failed: not today", "Skipped inside: only there");
    }

    @Test
    void aFailureBeforeOrFailsAfterAllFailsTheTest() {
        assertThat(Suite.failures(suite().run(Failing.FailsBeforeAll.class))).containsExactly("before all");
        assertThat(Suite.failures(suite().run(Failing.FailsAfterAll.class))).containsExactly("after all");
    }

    @Test
    void whatATestPrintsIsPrintedHere() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = System.out;
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            assertThat(Suite.failures(suite().run(Reporting.class))).isEmpty();
        } finally {
            System.setOut(out);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("printed inside: Ünïcödé");
    }

    @Test
    void entriesAndFilesThatATestReportsAreReportedHere() throws IOException {
        EngineExecutionResults results = suite().run(Reporting.class);

        assertThat(entries(results)).contains(Map.of("key", "value"));
        assertThat(contentOf("note.txt")).isEqualTo("attached inside");
        assertThat(contentOf("deep.txt")).isEqualTo("in a folder");
    }

    private String contentOf(String name) throws IOException {
        return Files.readString(attached(name));
    }

    private Path attached(String name) throws IOException {
        try (Stream<Path> files = Files.walk(state.resolve("reports"))) {
            return files.filter(each -> each.endsWith(name)).findFirst().orElseThrow();
        }
    }

    @Test
    void secretsThatATestTellsAreMaskedInFilesThatItAttachesAsWell() throws IOException {
        EngineExecutionResults results = suite().run(Telling.class);

        assertThat(failure(results)).hasMessage("I know ***");
        assertThat(entries(results)).contains(Map.of("secret", "***"));
        assertThat(contentOf("told.txt")).isEqualTo("größer than ***");
        assertThat(contentOf("deep.txt")).isEqualTo("deep: ***");
        assertThat(attached("***.bin")).hasBinaryContent(new byte[] {0, -1, 127});
    }
}
