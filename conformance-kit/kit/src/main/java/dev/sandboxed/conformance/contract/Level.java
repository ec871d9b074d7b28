package dev.sandboxed.conformance.contract;

/** How binding a clause is, in the words of RFC 2119. */
public enum Level {
    /** A provider that fails it is not certified. */
    MUST,
    /** Failing it is shown, and prevents nothing. */
    SHOULD
}
