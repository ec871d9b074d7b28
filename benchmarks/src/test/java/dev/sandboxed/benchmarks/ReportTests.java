package dev.sandboxed.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.benchmarks.tools.Report;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReportTests {

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final Report report = new Report(new PrintStream(printed, true, StandardCharsets.UTF_8));

    @Test
    void aRatioAtTheBoundHolds() {
        report.add(comparison(0.5));

        assertThat(report.allHold()).isTrue();
        assertThat(text()).endsWith("ratio  0.50   bound  0.50   ok\n");
    }

    @Test
    void oneMissedBoundIsEnough() {
        report.add(comparison(0.49));
        report.add(comparison(1));

        assertThat(report.allHold()).isFalse();
        assertThat(text().lines().toList().get(0)).endsWith("bound  0.49   MISSED");
    }

    @Test
    void bothMediansAreShownWithTheirNames() {
        report.add(comparison(1));

        assertThat(text()).matches("  ours +10\\.000 ms   theirs +20\\.000 ms   ratio .*\n");
    }

    @Test
    void whatHasNoBoundHoldsAndSaysSo() {
        report.add(comparison(Comparison.UNBOUNDED));

        assertThat(report.allHold()).isTrue();
        assertThat(text()).endsWith("ratio  0.50   no bound\n");
    }

    @Test
    void whatDoesNotCompleteDoesNotHold() {
        report.add(new Completion("a large file", "in a small heap", Duration.ofMillis(5), false));

        assertThat(report.allHold()).isFalse();
        assertThat(text()).matches("  a large file +5\\.000 ms   in a small heap +FAILED\n");
    }

    private static Comparison comparison(double bound) {
        return new Comparison(
                "ours", "theirs", bound, new SideBySide.Medians(Duration.ofMillis(20), Duration.ofMillis(10)));
    }

    private String text() {
        return printed.toString(StandardCharsets.UTF_8);
    }
}
