package dev.sandboxed.benchmarks.suite;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * One run of a suite in a JVM of its own.
 *
 * @param whole from the start of the test plan to its end, when everything is destroyed
 * @param first how long the first test took with all that was made for it
 * @param pool what the pool did; empty for suites that have none
 */
public record SuiteRun(Duration whole, Duration first, String pool) {

    /** The argument that stands for the suite of the peer. */
    public static final String PEER = "testcontainers";

    /**
     * Runs a suite and writes what came of it to a file.
     *
     * @param arguments the provider or {@link #PEER}, the image of the peer's containers, the state folder, the file
     */
    public static void main(String[] arguments) throws IOException {
        Clock clock = new Clock();
        try (LauncherSession session = LauncherFactory.openSession()) {
            boolean peer = arguments[0].equals(PEER);
            Suite.OfPeer.image = arguments[1];
            session.getLauncher()
                    .execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(selectClass(peer ? Suite.OfPeer.class : Suite.Ours.class))
                                    .configurationParameters(
                                            peer
                                                    ? Map.of()
                                                    : Map.of(
                                                            "sandbox.provider",
                                                            arguments[0],
                                                            "sandbox.stateDir",
                                                            arguments[2],
                                                            "sandbox.report",
                                                            "always"))
                                    .build(),
                            clock);
        }
        if (clock.succeeded != Suite.TESTS) {
            throw new IllegalStateException(clock.succeeded + " of " + Suite.TESTS + " tests succeeded", clock.failure);
        }
        Files.write(
                Path.of(arguments[3]),
                List.of(
                        Long.toString(clock.ended - clock.began),
                        Long.toString(clock.firstEnded - clock.began),
                        clock.pool));
        System.exit(0);
    }

    /** Reads what {@link #main} has written. */
    public static SuiteRun read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        return new SuiteRun(
                Duration.ofNanos(Long.parseLong(lines.get(0))),
                Duration.ofNanos(Long.parseLong(lines.get(1))),
                lines.get(2));
    }

    /** Looks at the clock when things begin and end. */
    private static final class Clock implements TestExecutionListener {

        private long began;
        private long firstEnded;
        private long ended;
        private int succeeded;
        private String pool = "";
        private @Nullable Throwable failure;

        @Override
        public void testPlanExecutionStarted(TestPlan plan) {
            began = System.nanoTime();
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (!test.isTest()) {
                return;
            }
            if (firstEnded == 0) {
                firstEnded = System.nanoTime();
            }
            if (result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
                succeeded++;
            } else {
                failure = result.getThrowable().orElse(null);
            }
        }

        @Override
        public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
            pool = entry.getKeyValuePairs().getOrDefault("sandbox.pool", pool);
        }

        @Override
        public void testPlanExecutionFinished(TestPlan plan) {
            ended = System.nanoTime();
        }
    }
}
