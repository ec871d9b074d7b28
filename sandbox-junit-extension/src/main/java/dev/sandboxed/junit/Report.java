package dev.sandboxed.junit;

/** Which tests report the sandboxes they used. */
public enum Report {
    /** Those that failed. */
    ON_FAILURE,
    /** All of them. */
    ALWAYS
}
