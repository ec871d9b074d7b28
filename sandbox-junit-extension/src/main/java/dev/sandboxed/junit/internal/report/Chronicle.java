package dev.sandboxed.junit.internal.report;

import org.jspecify.annotations.Nullable;

/**
 * Which tests were told about a sandbox that they share, so that those which fail later are told what came since. Safe from several
 * threads.
 */
public final class Chronicle {

    private @Nullable String first;
    private @Nullable String last;
    private @Nullable Mark until;

    /**
     * What tests were told that failed before.
     *
     * @param first the one that was told everything
     * @param last the one that was told something last, which may be the same
     * @param until up to when that was
     * @param began when the test began that has failed now; null if nobody knows
     */
    record Earlier(
            String first, String last, Mark until, @Nullable Mark began) {

        /** Returns from when on there is something that no test was told, or that this one has done. */
        Mark from() {
            return began != null && began.at().isBefore(until.at()) ? began : until;
        }
    }

    /**
     * Returns what tests were told before; null if none was told anything.
     *
     * @param began when the test began that has failed now; null if nobody knows
     */
    synchronized @Nullable Earlier before(@Nullable Mark began) {
        return first == null || last == null || until == null ? null : new Earlier(first, last, until, began);
    }

    /** Takes down that a test was told all that happened up to a moment, which by now is attached to it. */
    public synchronized void told(String test, Mark now) {
        first = first == null ? test : first;
        last = test;
        until = now;
    }

    /** Forgets all tests: the sandbox was replaced by another. */
    public synchronized void restart() {
        first = null;
        last = null;
        until = null;
    }
}
