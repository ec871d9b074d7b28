package dev.sandboxed.junit.internal.record;

import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Takes down what the launcher tells of one test plan. */
final class TestRecorder implements TestExecutionListener {

    private final TestRecord tests;
    private final Clock clock;
    private final Object lock;
    private @Nullable TestPlan plan;

    TestRecorder(TestRecord tests, Clock clock, Object lock) {
        this.tests = tests;
        this.clock = clock;
        this.lock = lock;
    }

    @Override
    public void testPlanExecutionStarted(TestPlan begun) {
        synchronized (lock) {
            plan = begun;
        }
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        synchronized (lock) {
            if (plan != null) {
                tests.began(plan, test, clock.now());
            }
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        synchronized (lock) {
            tests.ended(test, result, clock.now());
        }
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        synchronized (lock) {
            if (plan != null) {
                tests.skipped(plan, test, reason);
            }
        }
    }
}
