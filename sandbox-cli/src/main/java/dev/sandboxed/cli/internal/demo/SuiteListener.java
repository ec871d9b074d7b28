package dev.sandboxed.cli.internal.demo;

import static java.util.Objects.requireNonNull;

import dev.sandboxed.cli.internal.demo.TestOutcome.Ending;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.reporting.FileEntry;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Puts together what JUnit tells of a test, and hands it on as soon as the test has ended. */
final class SuiteListener implements TestExecutionListener {

    /** The keys of the report entries that name where a sandbox runs. */
    static final String PROVIDER = "sandbox.provider";

    static final String ISOLATION = "sandbox.isolation";

    private final Consumer<TestOutcome> told;
    private final Map<UniqueId, Long> begun = new ConcurrentHashMap<>();
    private final Map<UniqueId, Collection<String>> providers = new ConcurrentHashMap<>();
    private final Map<UniqueId, List<Path>> files = new ConcurrentHashMap<>();
    private @Nullable TestPlan plan;

    SuiteListener(Consumer<TestOutcome> told) {
        this.told = told;
    }

    @Override
    public void testPlanExecutionStarted(TestPlan tests) {
        plan = tests;
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        begun.put(test.getUniqueIdObject(), System.nanoTime());
    }

    /** Only both keys together tell where a sandbox runs; the report of a failure has the first one with more text. */
    @Override
    public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
        String provider = entry.getKeyValuePairs().get(PROVIDER);
        String isolation = entry.getKeyValuePairs().get(ISOLATION);
        if (provider != null && isolation != null) {
            providers
                    .computeIfAbsent(test.getUniqueIdObject(), id -> new CopyOnWriteArrayList<>())
                    .add(provider + " (" + isolation + ")");
        }
    }

    @Override
    public void fileEntryPublished(TestIdentifier test, FileEntry file) {
        files.computeIfAbsent(test.getUniqueIdObject(), id -> new CopyOnWriteArrayList<>())
                .add(file.getPath());
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        skipped(test, reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Throwable thrown = result.getThrowable().orElse(null);
        switch (result.getStatus()) {
            case SUCCESSFUL -> {
                if (test.isTest()) {
                    tell(test, Ending.PASSED, "", null);
                }
            }
            case ABORTED -> skipped(test, thrown == null ? "" : String.valueOf(thrown.getMessage()));
            // A class fails as a whole when what its tests have in common does.
            case FAILED -> tell(test, Ending.FAILED, "", thrown);
        }
    }

    /** A class that is skipped takes its tests with it, and JUnit does not tell of those. */
    private void skipped(TestIdentifier test, String reason) {
        List<TestIdentifier> tests = new ArrayList<>();
        if (!test.isTest()) {
            requireNonNull(plan).getDescendants(test).stream()
                    .filter(TestIdentifier::isTest)
                    .filter(one -> !begun.containsKey(one.getUniqueIdObject()))
                    .forEach(tests::add);
        }
        if (tests.isEmpty()) {
            tests.add(test);
        }
        tests.forEach(one -> tell(one, Ending.SKIPPED, reason, null));
    }

    private void tell(TestIdentifier test, Ending ending, String reason, @Nullable Throwable failure) {
        UniqueId id = test.getUniqueIdObject();
        Long beginning = begun.get(id);
        TestNames names = new TestNames(requireNonNull(plan));
        told.accept(new TestOutcome(
                names.group(test),
                names.name(test),
                ending,
                List.copyOf(providersOf(test)),
                beginning == null ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - beginning),
                reason,
                failure,
                files.getOrDefault(id, List.of())));
    }

    /** A sandbox of the class is one of each of its tests. */
    private Set<String> providersOf(TestIdentifier test) {
        Set<String> all = new LinkedHashSet<>();
        Optional<TestIdentifier> one = Optional.of(test);
        while (one.isPresent()) {
            all.addAll(providers.getOrDefault(one.get().getUniqueIdObject(), List.of()));
            one = requireNonNull(plan).getParent(one.get());
        }
        return all;
    }
}
