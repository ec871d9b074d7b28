package dev.sandboxed.junit.internal.record;

import dev.sandboxed.junit.internal.page.TestEntry;
import dev.sandboxed.junit.internal.page.TestEntry.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;

/** A test, or what holds tests, as far as it has been heard of. Guarded by the recording. */
final class TestNote {

    private static final int LONGEST_NAME = 500;

    final int id;
    private final @Nullable Integer parent;
    private final boolean isTest;
    private final String name;
    private final String uniqueId;
    private final @Nullable String type;
    Status status = Status.UNFINISHED;

    @Nullable
    Instant began;

    @Nullable
    Instant ended;

    @Nullable
    String thread;

    @Nullable
    String reason;

    @Nullable
    String failure;

    @Nullable
    String trace;

    TestNote(int id, @Nullable Integer parent, TestIdentifier test, Allowance allowance) {
        this.id = id;
        this.parent = parent;
        this.isTest = test.isTest();
        this.name = allowance.head(test.getDisplayName(), LONGEST_NAME);
        this.uniqueId = test.getUniqueId();
        this.type = typeOf(test);
    }

    private static @Nullable String typeOf(TestIdentifier test) {
        return test.getSource()
                .map(source -> source instanceof MethodSource method
                        ? method.getClassName()
                        : source instanceof ClassSource of ? of.getClassName() : null)
                .orElse(null);
    }

    TestEntry entry(Clock clock, UnaryOperator<String> masked) {
        return new TestEntry(
                id,
                parent,
                isTest ? "test" : "container",
                masked.apply(name),
                masked.apply(uniqueId),
                type,
                status,
                clock.atOrNull(began),
                began == null || ended == null ? null : Clock.millis(Duration.between(began, ended)),
                thread,
                reason == null ? null : masked.apply(reason),
                failure == null ? null : masked.apply(failure),
                trace == null ? null : masked.apply(trace));
    }
}
