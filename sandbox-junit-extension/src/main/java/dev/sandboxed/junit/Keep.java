package dev.sandboxed.junit;

/**
 * When the files of a test's sandbox are copied to the host before it is destroyed, and its state is kept for a while, so that
 * {@code ./sandboxed shell} can open a copy of it. A sandbox that tests share has failed when one of them has.
 */
public enum Keep {
    /** Never. */
    NEVER,
    /** When the test failed. */
    ON_FAILURE,
    /** After every test; the state, only of those that failed. */
    ALWAYS
}
