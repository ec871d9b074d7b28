package dev.sandboxed.junit.internal.page;

import org.jspecify.annotations.Nullable;

/**
 * A test, or what holds tests, such as a class.
 *
 * @param id its number in the run
 * @param parent the number of what holds it; null for the outermost
 * @param kind {@code test} or {@code container}
 * @param name what it is called
 * @param uniqueId JUnit's id of it
 * @param type the name of its class; null if it has none
 * @param status how it ended
 * @param began when it began; null if it never did
 * @param millis how long it took; null if that is not known
 * @param thread the thread it began on
 * @param reason why it was skipped
 * @param failure what it failed with, in a line or more
 * @param trace where that was thrown
 */
public record TestEntry(
        int id,
        @Nullable Integer parent,
        String kind,
        String name,
        String uniqueId,
        @Nullable String type,
        Status status,
        @Nullable Double began,
        @Nullable Double millis,
        @Nullable String thread,
        @Nullable String reason,
        @Nullable String failure,
        @Nullable String trace) {

    /** How a test ended. */
    public enum Status {
        /** It did what it should. */
        PASSED,
        /** It did not. */
        FAILED,
        /** It was not run, or not to its end, for a reason. */
        SKIPPED,
        /** It had not ended when the run did. */
        UNFINISHED
    }
}
