package dev.sandboxed.benchmarks.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sandboxed.junit.InsideSandbox;
import org.junit.jupiter.api.RepeatedTest;

/** The same test, which does next to nothing, here and inside. */
final class Trivial {

    static final int TIMES = 11;

    private Trivial() {}

    /** Runs here. */
    static class Plain {
        @RepeatedTest(TIMES)
        void test() {
            assertEquals(2, Integer.parseInt("2"));
        }
    }

    /** Runs inside. */
    @InsideSandbox
    static class Inside {
        @RepeatedTest(TIMES)
        void test() {
            assertEquals(2, Integer.parseInt("2"));
        }
    }
}
