package dev.sandboxed.conformance.certificate;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;

/** What came of a clause, the gravest last. */
public enum Outcome {
    /** The provider keeps the promise. */
    PASSED,
    /** The clause is about something that the provider does not declare. */
    NOT_CLAIMED,
    /** It was left out, or cannot be tested. */
    UNTESTED,
    /** It failed, and the provider had announced that. */
    EXPECTED_FAILURE,
    /** The promise is broken. */
    FAILED;

    /** Returns it as certificates write it: {@code not-claimed}. */
    @JsonValue
    public String written() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns the outcome that a certificate names.
     *
     * @throws IllegalArgumentException if there is no such outcome; the message lists all
     */
    public static Outcome parse(String text) {
        return Arrays.stream(values())
                .filter(outcome -> outcome.written().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Not an outcome: '" + text + "'; there are "
                        + Arrays.stream(values()).map(Outcome::written).toList()));
    }
}
