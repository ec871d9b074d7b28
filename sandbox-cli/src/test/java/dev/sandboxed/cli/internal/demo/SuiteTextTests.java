package dev.sandboxed.cli.internal.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.cli.internal.demo.TestOutcome.Ending;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;

class SuiteTextTests {

    private final StringWriter written = new StringWriter();

    @Test
    void everyTestHasALineUnderItsClassAndBelowWhatWentWrong() {
        SuiteText text = text(Ansi.OFF, false);

        text.print(outcome("ATests", "works", Ending.PASSED, "", null));
        text.print(outcome("ATests", "is left out", Ending.SKIPPED, "no provider:\n  - one", null));
        text.print(outcome("BTests", "fails", Ending.FAILED, "", new AssertionError("expected\nthis")));
        text.print(outcome("BTests", "breaks", Ending.FAILED, "", new IllegalStateException("broken")));
        text.print(new Summary(1, 2, 1, Duration.ofMillis(2345)));

        assertThat(written).hasToString("""
                  ATests
                    passed     0.12 s  docker (container)    works
                    skipped    0.12 s  docker (container)    is left out
                      no provider:
                        - one
                  BTests
                    FAILED     0.12 s  docker (container)    fails
                      expected
                      this
                      see /reports/transcript.txt
                    FAILED     0.12 s  docker (container)    breaks
                      java.lang.IllegalStateException: broken
                      see /reports/transcript.txt
                1 passed, 2 failed, 1 skipped in 2.35 s
                """.indent(0));
    }

    @Test
    void aTestWithoutASandboxHasADashInstead() {
        text(Ansi.OFF, false)
                .print(new TestOutcome("ATests", "pure", Ending.PASSED, List.of(), Duration.ZERO, "", null, List.of()));

        assertThat(written).hasToString("  ATests\n    passed     0.00 s  -                     pure\n");
    }

    @Test
    void stackTracesAreShownWhenAskedFor() {
        text(Ansi.OFF, true).print(outcome("ATests", "fails", Ending.FAILED, "", new AssertionError("this")));

        assertThat(written.toString())
                .contains("      java.lang.AssertionError: this\n")
                .contains("at " + getClass().getName());
    }

    @Test
    void coloursAreUsedOnlyWhereTheyAreUnderstood() {
        SuiteText text = text(Ansi.ON, false);
        text.print(outcome("ATests", "works", Ending.PASSED, "", null));
        text.print(new Summary(1, 0, 0, Duration.ZERO));

        assertThat(written.toString())
                .contains("\u001b[32mpassed \u001b[")
                .contains("\u001b[1m\u001b[32m1 passed, 0 failed, 0 skipped in 0.00 s\u001b[");
    }

    @Test
    void theAbsenceOfTestsIsTold() {
        text(Ansi.OFF, false).print(new Summary(0, 0, 0, Duration.ZERO));

        assertThat(written).hasToString("0 passed, 0 failed, 0 skipped in 0.00 s\nNo test was found.\n");
    }

    private SuiteText text(Ansi ansi, boolean verbose) {
        return new SuiteText(new PrintWriter(written), ansi, verbose);
    }

    private static TestOutcome outcome(
            String group, String name, Ending ending, String reason, @Nullable Throwable failure) {
        return new TestOutcome(
                group,
                name,
                ending,
                List.of("docker (container)"),
                Duration.ofMillis(123),
                reason,
                failure,
                List.of(Path.of("/reports/transcript.txt")));
    }
}
