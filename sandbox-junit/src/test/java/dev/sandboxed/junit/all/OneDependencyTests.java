package dev.sandboxed.junit.all;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.junit.Sandboxed;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** What a user has who adds this one dependency: the class path of these tests is that, and JUnit. */
class OneDependencyTests {

    private static final List<String> ALL =
            List.of("subprocess", "worktree", "proot", "bubblewrap", "runc", "gvisor", "docker");

    @TempDir
    Path state;

    @Test
    void aSandboxedTestFindsAllProvidersAndRunsOnOneOfThem() {
        Run run = run(Newcomer.class);

        assertThat(run.getSummary().getTestsSucceededCount())
                .as("%s", run.failures())
                .isEqualTo(1);
        assertThat(run.reported("found").split(" ")).containsExactlyInAnyOrderElementsOf(ALL);
        assertThat(run.reported("sandbox.provider")).isIn(ALL);
    }

    @Test
    void aSandboxedTestThatNoneIsStrongEnoughForIsToldWhyOfEachOfThem() {
        Run run = run(Demanding.class);

        assertThat(run.getSummary().getTestsFailedCount()).isEqualTo(1);
        assertThat(run.failures())
                .contains(ALL.stream().map(name -> "\n  - " + name + ": ").toList());
    }

    private Run run(Class<?> testClass) {
        Run run = new Run();
        try (LauncherSession session = LauncherFactory.openSession()) {
            session.getLauncher()
                    .execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(selectClass(testClass))
                                    .configurationParameter("sandbox.stateDir", state.toString())
                                    .configurationParameter("sandbox.report", "always")
                                    .build(),
                            run);
        }
        return run;
    }

    /** What came of a run, with what its tests reported. */
    private static final class Run extends SummaryGeneratingListener {

        private final Map<String, String> reported = new LinkedHashMap<>();

        @Override
        public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
            reported.putAll(entry.getKeyValuePairs());
        }

        String reported(String key) {
            assertThat(reported).containsKey(key);
            return reported.get(key);
        }

        String failures() {
            StringWriter text = new StringWriter();
            getSummary().printFailuresTo(new PrintWriter(text));
            return text.toString();
        }
    }

    @Sandboxed
    static class Newcomer {
        @Test
        void runsACommand(Sandbox sandbox, TestReporter reporter) {
            assertThat(sandbox.exec("echo", "hello")).succeeded().stdout().isEqualTo("hello\n");
            reporter.publishEntry(
                    "found",
                    ServiceLoader.load(SandboxProviderFactory.class).stream()
                            .map(factory -> factory.get().name())
                            .collect(Collectors.joining(" ")));
        }
    }

    @Sandboxed(isolation = Isolation.MICROVM)
    static class Demanding {
        @Test
        void neverRuns(Sandbox sandbox) {
            assertThat(sandbox.exec("true")).succeeded();
        }
    }
}
