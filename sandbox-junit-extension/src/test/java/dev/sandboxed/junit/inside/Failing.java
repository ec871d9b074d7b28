package dev.sandboxed.junit.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.junit.InsideSandbox;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIf;

/** Tests that fail, each in its own way. */
final class Failing {

    private Failing() {}

    @InsideSandbox
    static class Assertion {
        @Test
        void test() {
            assertEquals("a", "b");
        }
    }

    static final class Own extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Own(Throwable cause) {
            super("own", cause);
        }
    }

    @InsideSandbox
    static class Exceptional {
        @Test
        void test() {
            Own own = new Own(new IllegalStateException("the cause"));
            own.addSuppressed(new IOException("suppressed"));
            throw own;
        }
    }

    @InsideSandbox
    static class Assuming {
        @Test
        void assuming() {
            assumeTrue(false, "not today");
        }

        @Test
        @DisabledIf(value = "isInside", disabledReason = "only there")
        void disabledInside() {
            assertTrue(isInside());
        }

        /** The launcher inside has no class of the one here. */
        static boolean isInside() {
            return ProcessHandle.current().info().commandLine().orElse("").contains("GuestMain");
        }
    }

    @InsideSandbox
    static class FailsBeforeAll {
        @BeforeAll
        static void before() {
            throw new IllegalStateException("before all");
        }

        @Test
        void test() {
            assertEquals(1, 1);
        }
    }

    @InsideSandbox
    static class FailsAfterAll {
        @Test
        void test() {
            assertEquals(1, 1);
        }

        @AfterAll
        static void after() {
            throw new IllegalStateException("after all");
        }
    }
}
