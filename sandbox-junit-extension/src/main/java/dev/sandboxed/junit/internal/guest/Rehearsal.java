package dev.sandboxed.junit.internal.guest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Uses what most tests use. Found only by name. */
final class Rehearsal {

    @BeforeEach
    void prepare() {
        assertEquals(1, 1);
    }

    @Test
    void passes(TestReporter reporter) {
        reporter.publishEntry("rehearsal", "passes");
        org.assertj.core.api.Assertions.assertThat("text").startsWith("te");
    }

    @RepeatedTest(1)
    void repeats() {
        assertEquals(1, 1);
    }

    @Test
    void fails() {
        assertEquals("what is expected", "what is there");
    }
}
