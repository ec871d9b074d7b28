package dev.sandboxed.junit.internal.record;

import dev.sandboxed.junit.internal.page.TestEntry.Status;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** All tests of a run, and what holds them. Guarded by the recording. */
final class TestRecord {

    private static final int LONGEST_MESSAGE = 4_000;
    private static final int LONGEST_TRACE = 8_000;

    private final Map<String, TestNote> notes = new LinkedHashMap<>();
    private final Allowance allowance;
    private final UnaryOperator<String> masked;
    private long leftOut;

    /**
     * Begins a record.
     *
     * @param masked takes out the secrets that are known by then; used before a text is cut, which could leave half of one
     */
    TestRecord(Allowance allowance, UnaryOperator<String> masked) {
        this.allowance = allowance;
        this.masked = masked;
    }

    void began(TestPlan plan, TestIdentifier test, Instant now) {
        TestNote note = note(plan, test);
        if (note != null) {
            note.began = now;
            note.thread = Thread.currentThread().getName();
        }
    }

    void ended(TestIdentifier test, TestExecutionResult result, Instant now) {
        TestNote note = notes.get(test.getUniqueId());
        if (note == null) {
            return;
        }
        note.ended = now;
        switch (result.getStatus()) {
            case SUCCESSFUL -> note.status = Status.PASSED;
            case ABORTED -> {
                note.status = Status.SKIPPED;
                note.reason = result.getThrowable().map(this::reason).orElse("it was aborted");
            }
            case FAILED -> {
                note.status = Status.FAILED;
                note.failure = result.getThrowable().map(this::message).orElse("nobody said why");
                note.trace = result.getThrowable().map(this::trace).orElse(null);
            }
        }
    }

    /** Nothing more is heard of what a container holds that was skipped, so that is skipped here as well. */
    void skipped(TestPlan plan, TestIdentifier test, String reason) {
        TestNote note = note(plan, test);
        if (note != null) {
            note.status = Status.SKIPPED;
            note.reason = allowance.head(masked.apply(reason), LONGEST_MESSAGE);
        }
        plan.getChildren(test).forEach(child -> skipped(plan, child, reason));
    }

    /** Returns the number of a test; null if nothing was heard of it, or there was no room. */
    @Nullable
    Integer idOf(String uniqueId) {
        TestNote note = notes.get(uniqueId);
        return note == null ? null : note.id;
    }

    Stream<TestNote> all() {
        return notes.values().stream();
    }

    long leftOut() {
        return leftOut;
    }

    private @Nullable TestNote note(TestPlan plan, TestIdentifier test) {
        TestNote known = notes.get(test.getUniqueId());
        if (known != null) {
            return known;
        }
        if (notes.size() == Allowance.MOST_TESTS) {
            leftOut++;
            return null;
        }
        TestNote above = plan.getParent(test).map(parent -> note(plan, parent)).orElse(null);
        TestNote note = new TestNote(notes.size(), above == null ? null : above.id, test, allowance);
        notes.put(test.getUniqueId(), note);
        return note;
    }

    /** Whoever skips a test says why in a sentence; of which kind the exception is helps nobody. */
    private String reason(Throwable skip) {
        String said = skip.getMessage();
        return said == null ? message(skip) : allowance.head(masked.apply(said), LONGEST_MESSAGE);
    }

    private String message(Throwable failure) {
        return allowance.head(masked.apply(failure.toString()), LONGEST_MESSAGE);
    }

    private String trace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return allowance.head(masked.apply(text.toString()), LONGEST_TRACE);
    }
}
