package dev.sandboxed.api.exec;

/** How a command ended. */
public enum Outcome {
    /** It ended by itself and gave an exit code. */
    EXITED,
    /** A signal ended it. */
    SIGNALED,
    /** Its time was up, and it was killed with all that it had started. */
    TIMED_OUT,
    /** It was killed because the sandbox ran out of memory. */
    OUT_OF_MEMORY
}
