package dev.sandboxed.api.code;

/** What is to be said of a run of code. Where several hold, the first of those that are listed here is told. */
public enum Verdict {
    /** There is no interpreter of its language inside; nothing was run. */
    NO_INTERPRETER,
    /**
     * It tried what the sandbox does not allow, as far as that can be seen; {@link EscapeAttempt} tells which. Its answer may be right
     * all the same.
     */
    ESCAPE_ATTEMPTED,
    /** Its time was up. */
    TIMED_OUT,
    /** It was killed for lack of memory, or its interpreter said that it had not enough. */
    OUT_OF_MEMORY,
    /** It failed when hardly any room was left on its disk. */
    OUT_OF_DISK,
    /** It did not compile, ended with a code other than 0, or by a signal. */
    CRASHED,
    /** It ended with code 0 and printed something else than was expected. */
    WRONG_ANSWER,
    /** It ended with code 0, and printed what was expected, if anything was. */
    PASSED
}
