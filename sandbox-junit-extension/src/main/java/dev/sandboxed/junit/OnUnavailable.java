package dev.sandboxed.junit;

/** What becomes of a test when no provider will do. */
public enum OnUnavailable {
    /** It fails. */
    FAIL,
    /** It is skipped, with the reason. */
    SKIP
}
