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
    OUT_OF_MEMORY,
    /**
     * It ended by itself and gave an exit code other than 0, when hardly any room was left on the disk of a sandbox that is limited in
     * it. Providers tell it as far as they can see that; else it has {@link #EXITED}.
     */
    OUT_OF_DISK
}
