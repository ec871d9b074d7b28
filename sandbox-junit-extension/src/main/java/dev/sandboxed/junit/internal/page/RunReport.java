package dev.sandboxed.junit.internal.page;

import java.util.List;

/**
 * What one session of JUnit's launcher did. All moments are milliseconds after its beginning.
 *
 * @param id tells it from all others
 * @param build tells what belongs to the same build
 * @param process the JVM
 * @param begun when it began, as in {@code 2026-11-18T12:00:00Z}
 * @param millis how long it took
 * @param tests tests and what holds them, in the order in which they were heard of
 * @param sandboxes those of the tests, in the order of their creation
 * @param leftOut what there was no room for
 */
public record RunReport(
        String id,
        String build,
        Jvm process,
        String begun,
        double millis,
        List<TestEntry> tests,
        List<SandboxEntry> sandboxes,
        LeftOut leftOut) {

    public RunReport {
        tests = List.copyOf(tests);
        sandboxes = List.copyOf(sandboxes);
    }

    /**
     * A JVM.
     *
     * @param pid its process id
     * @param java the version of Java
     */
    public record Jvm(long pid, String java) {}

    /**
     * What there was no room for; recording must not use up the memory of the tests.
     *
     * @param tests tests and what holds them
     * @param sandboxes sandboxes
     * @param commands commands
     * @param texts outputs, messages and stack traces
     */
    public record LeftOut(long tests, long sandboxes, long commands, long texts) {}
}
