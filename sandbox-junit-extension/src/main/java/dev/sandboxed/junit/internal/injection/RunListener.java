package dev.sandboxed.junit.internal.injection;

import dev.sandboxed.junit.internal.guest.Inside;
import dev.sandboxed.junit.internal.record.Recording;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.store.Namespace;
import org.junit.platform.engine.support.store.NamespacedHierarchicalStore;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Looks at every test plan before it is run, and tells the pool what is still to come while it runs. */
final class RunListener implements TestExecutionListener {

    /** Jupiter's store of the session has the same parts. */
    private static final Namespace NAMESPACE = Namespace.create(SandboxedExtension.class);

    private static final String LIFECYCLE = "junit.jupiter.testinstance.lifecycle.default";

    private final NamespacedHierarchicalStore<Namespace> session;
    private volatile @Nullable Planning planning;
    private volatile TestExecutionListener recorder = new TestExecutionListener() {};

    RunListener(NamespacedHierarchicalStore<Namespace> session) {
        this.session = session;
    }

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        ConfigurationParameters parameters = plan.getConfigurationParameters();
        if (Inside.isHere(parameters::get)) {
            return;
        }
        List<PlannedTest> tests = PlannedTest.of(plan);
        boolean onePerClass =
                parameters.get(LIFECYCLE).filter("per_class"::equalsIgnoreCase).isPresent();
        RunParameters settings = RunParameters.read(parameters::get);
        recorder = recorder(settings);
        recorder.testPlanExecutionStarted(plan);
        Planning begun = Planning.begin(() -> new Planner(() -> runtime(settings), onePerClass).plan(tests));
        planning = begun;
        session.put(NAMESPACE, Planning.class, begun);
    }

    /** Made before the runtime, whose sandboxes it hears of, so that the session closes it after all of them are gone. */
    private TestExecutionListener recorder(RunParameters settings) {
        Object key = Recording.keyOf(settings);
        Recording earlier = session.get(NAMESPACE, key, Recording.class);
        if (earlier != null) {
            return earlier.tests();
        }
        Optional<Recording> begun = Recording.begin(settings::configuration);
        begun.ifPresent(recording -> session.put(NAMESPACE, key, recording));
        return begun.map(Recording::tests).orElse(new TestExecutionListener() {});
    }

    private SandboxedRuntime runtime(RunParameters settings) {
        Recording recording = session.get(NAMESPACE, Recording.keyOf(settings), Recording.class);
        return session.getOrComputeIfAbsent(
                NAMESPACE, settings, absent -> SandboxedRuntime.open(settings, recording), SandboxedRuntime.class);
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        recorder.executionStarted(test);
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        recorder.executionSkipped(test, reason);
        ended(test);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        recorder.executionFinished(test, result);
        ended(test);
    }

    private void ended(TestIdentifier test) {
        Planning begun = planning;
        if (begun != null) {
            begun.ended(test.getUniqueId());
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        Planning begun = planning;
        if (begun != null) {
            begun.endedAll();
            session.remove(NAMESPACE, Planning.class);
        }
    }
}
