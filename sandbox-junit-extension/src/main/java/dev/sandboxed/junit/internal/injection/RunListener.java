package dev.sandboxed.junit.internal.injection;

import dev.sandboxed.junit.internal.guest.Inside;
import java.util.List;
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
        Planning begun = Planning.begin(() -> new Planner(() -> runtime(settings), onePerClass).plan(tests));
        planning = begun;
        session.put(NAMESPACE, Planning.class, begun);
    }

    private SandboxedRuntime runtime(RunParameters settings) {
        return session.getOrComputeIfAbsent(
                NAMESPACE, settings, absent -> SandboxedRuntime.open(settings), SandboxedRuntime.class);
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        ended(test);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
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
