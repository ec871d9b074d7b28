package dev.sandboxed.conformance.certificate;

import dev.sandboxed.conformance.certificate.WrittenCertificate.Finding;
import java.util.Locale;

/**
 * A clause that came out differently in two certificates.
 *
 * @param was what came of it before
 * @param is what came of it now
 */
record ClauseChange(Finding was, Finding is) {

    /** Which way it went, in the order in which people want to know. */
    enum Direction {
        WORSE,
        BETTER,
        CHANGED;

        static Direction of(Outcome was, Outcome is) {
            if (is == Outcome.PASSED) {
                return BETTER;
            }
            boolean broken = is == Outcome.FAILED || is == Outcome.EXPECTED_FAILURE;
            boolean graver = is.compareTo(was) > 0;
            return was == Outcome.PASSED || (broken && graver) ? WORSE : CHANGED;
        }
    }

    Direction direction() {
        return Direction.of(was.outcome(), is.outcome());
    }

    boolean lostPass() {
        return was.outcome() == Outcome.PASSED;
    }

    /** Returns a line with what came of the clause now, in short. */
    String line() {
        return direction().name().toLowerCase(Locale.ROOT) + ": " + was.id() + " "
                + was.outcome().written() + " → " + is.outcome().written() + is.because();
    }
}
