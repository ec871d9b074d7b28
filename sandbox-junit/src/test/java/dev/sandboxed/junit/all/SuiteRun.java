package dev.sandboxed.junit.all;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary.Failure;

/** What came of a run of a test class, with what its tests reported. */
final class SuiteRun extends SummaryGeneratingListener {

    private final List<Map<String, String>> entries = new CopyOnWriteArrayList<>();

    private SuiteRun() {}

    /** Runs a class. */
    static SuiteRun of(Class<?> testClass, Path state) {
        return of(testClass, state, Map.of());
    }

    /** Runs a class with parameters of JUnit. */
    static SuiteRun of(Class<?> testClass, Path state, Map<String, String> parameters) {
        SuiteRun run = new SuiteRun();
        try (LauncherSession session = LauncherFactory.openSession()) {
            session.getLauncher()
                    .execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(selectClass(testClass))
                                    .configurationParameter("sandbox.stateDir", state.toString())
                                    .configurationParameter("sandbox.report", "always")
                                    .configurationParameters(parameters)
                                    .build(),
                            run);
        }
        return run;
    }

    @Override
    public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
        entries.add(entry.getKeyValuePairs());
    }

    /** Returns what was reported under a key, in the order in which it was; it must have been. */
    List<String> reported(String key) {
        List<String> values = entries.stream()
                .filter(entry -> entry.containsKey(key))
                .map(entry -> entry.get(key))
                .toList();
        assertThat(values).as(key).isNotEmpty();
        return values;
    }

    /** Returns why tests failed, or what encloses them. */
    List<Throwable> failures(Predicate<TestIdentifier> which) {
        return getSummary().getFailures().stream()
                .filter(failure -> which.test(failure.getTestIdentifier()))
                .map(Failure::getException)
                .toList();
    }

    /** Returns the failures as they are printed. */
    String failures() {
        StringWriter text = new StringWriter();
        getSummary().printFailuresTo(new PrintWriter(text));
        return text.toString();
    }
}
