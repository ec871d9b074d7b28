package dev.sandboxed.junit.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.sandboxed.junit.InsideSandbox;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of all kinds, through an annotation of one's own. */
@Kinds.Untrusted
class Kinds {

    private final String outer = "outer";

    @InsideSandbox
    @Retention(RetentionPolicy.RUNTIME)
    @interface Untrusted {}

    @ParameterizedTest
    @ValueSource(strings = {"größe", "2"})
    void argument(String argument, TestReporter reporter) {
        reporter.publishEntry("argument", argument);
        assertNotNull(argument);
    }

    @RepeatedTest(2)
    void repetition(RepetitionInfo repetition, TestReporter reporter) {
        reporter.publishEntry("repetition", "" + repetition.getCurrentRepetition());
        assertEquals(2, repetition.getTotalRepetitions());
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4})
    void oneOfThemFails(int number) {
        assertEquals(3, number);
    }

    @Nested
    class Inner {
        @Test
        void nested(TestReporter reporter) {
            reporter.publishEntry("nested", outer);
            assertEquals("outer", outer);
        }
    }
}
