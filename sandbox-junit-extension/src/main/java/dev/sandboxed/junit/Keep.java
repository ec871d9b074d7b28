package dev.sandboxed.junit;

/** When the files of a test's sandbox are copied to the host before it is destroyed. */
public enum Keep {
    /** Never. */
    NEVER,
    /** When the test failed. */
    ON_FAILURE,
    /** After every test. */
    ALWAYS
}
