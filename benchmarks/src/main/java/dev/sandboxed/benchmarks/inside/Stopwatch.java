package dev.sandboxed.benchmarks.inside;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Takes the time of each test, from JUnit's start of it to its end, the making and releasing of its sandbox included. */
final class Stopwatch implements TestExecutionListener {

    /** While the first ones run, an archive may be in the making beside them. */
    static final int LAST = 5;

    private final List<Long> times = new ArrayList<>();
    private long begun;
    private @Nullable Throwable failure;

    @Override
    public void executionStarted(TestIdentifier test) {
        begun = System.nanoTime();
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (test.isTest()) {
            times.add(System.nanoTime() - begun);
        }
        result.getThrowable().ifPresent(thrown -> failure = thrown);
    }

    void requireSuccess() {
        if (failure != null || times.size() != Trivial.TIMES) {
            throw new IllegalStateException(times.size() + " tests have run, and one failed: " + failure, failure);
        }
    }

    double median() {
        List<Long> last = times.subList(times.size() - LAST, times.size()).stream()
                .sorted()
                .toList();
        return last.get(LAST / 2) / 1e6;
    }
}
