package dev.sandboxed.cli.internal.demo;

import dev.sandboxed.cli.internal.demo.TestOutcome.Ending;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * What came of all tests together.
 *
 * @param passed how many passed
 * @param failed how many failed
 * @param skipped how many were skipped
 * @param took from the first to the last
 */
public record Summary(long passed, long failed, long skipped, Duration took) {

    static Summary of(List<TestOutcome> outcomes, Duration took) {
        return new Summary(
                count(outcomes, Ending.PASSED), count(outcomes, Ending.FAILED), count(outcomes, Ending.SKIPPED), took);
    }

    /** Returns whether something was shown and nothing failed. Where no test was found, nothing was shown. */
    public boolean isGood() {
        return failed == 0 && passed + skipped > 0;
    }

    /** Returns it in one line. */
    public String describe() {
        return passed + " passed, " + failed + " failed, " + skipped + " skipped in " + seconds(took);
    }

    static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.2f s", duration.toMillis() / 1000.0);
    }

    private static long count(List<TestOutcome> outcomes, Ending ending) {
        return outcomes.stream().filter(outcome -> outcome.ending() == ending).count();
    }
}
