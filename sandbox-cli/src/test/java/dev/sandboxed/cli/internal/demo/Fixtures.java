package dev.sandboxed.cli.internal.demo;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MediaType;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.TestReporter;

/** Tests that end in every way; they run only when a test copies them to where it wants them. */
public final class Fixtures {

    private Fixtures() {}

    /** Creates a folder that holds the given ones and nothing else. */
    public static Path folder(Path parent, Class<?>... fixtures) throws IOException {
        for (Class<?> fixture : fixtures) {
            String file = fixture.getName().replace('.', '/') + ".class";
            Path copy = parent.resolve("classes").resolve(file);
            Files.createDirectories(copy.getParent());
            try (var code = fixture.getClassLoader().getResourceAsStream(file)) {
                Files.copy(code, copy);
            }
        }
        return Files.createDirectories(parent.resolve("classes"));
    }

    private static void runsOn(TestReporter reporter, String provider, String isolation) {
        reporter.publishEntry(Map.of(SuiteListener.PROVIDER, provider, SuiteListener.ISOLATION, isolation));
    }

    /** All of them pass. */
    @TestMethodOrder(MethodOrderer.MethodName.class)
    @DisplayName("Passing")
    public static class Passing {
        @Test
        void aJSONFileIsRead(TestReporter reporter) {
            runsOn(reporter, "docker", "container");
            runsOn(reporter, "docker", "container");
            runsOn(reporter, "fake", "process");
            reporter.publishEntry(SuiteListener.PROVIDER, "all there is to say about it");
            reporter.publishEntry("other", "entry");
        }

        @Test
        @DisplayName("with a name of its own")
        void named() {}

        @RepeatedTest(2)
        void repeated() {}
    }

    /** One fails an assertion and attaches a file, one throws, one is disabled, one gives up. */
    @TestMethodOrder(MethodOrderer.MethodName.class)
    @DisplayName("Mixed")
    public static class Mixed {
        @Test
        void assertionFails(TestReporter reporter) {
            reporter.publishFile(
                    "transcript.txt", MediaType.TEXT_PLAIN, file -> Files.writeString(file, "what happened"));
            fail("first line\nsecond line");
        }

        @Test
        void brokenByAnException() {
            throw new IllegalStateException("broken");
        }

        @Test
        @Disabled("not today")
        void disabled() {}

        @Test
        void givesUp() {
            abort("no provider will do:\n  - one\n  - two");
        }
    }

    /** A class that is skipped before it begins. */
    @Disabled("none of them")
    @DisplayName("SkippedClass")
    public static class SkippedClass {
        @Test
        void one() {}

        @Nested
        class Inside {
            @Test
            void two() {}
        }
    }

    /** A class that gives up when it begins. */
    @DisplayName("AbortedClass")
    public static class AbortedClass {
        @BeforeAll
        static void begin() {
            abort("nothing here");
        }

        @Test
        void one() {}
    }

    /** A class whose tests never begin. */
    @DisplayName("BrokenClass")
    public static class BrokenClass {
        @BeforeAll
        static void begin() {
            throw new IllegalStateException("cannot begin");
        }

        @Test
        void one() {}
    }

    /** A class with a sandbox for all of its tests. */
    @DisplayName("SharingClass")
    public static class SharingClass {
        @BeforeAll
        static void begin(TestReporter reporter) {
            runsOn(reporter, "shared", "process");
        }

        @Test
        void one(TestReporter reporter) {
            runsOn(reporter, "own", "microvm");
        }
    }
}
