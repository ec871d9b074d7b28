package dev.sandboxed.api.code;

/**
 * A sign that code tried what its sandbox does not allow. It is what can be seen from outside: refused connections that the provider
 * tells, the signal of a refused system call, and what the code or its interpreter said on standard error. Code that says nothing of
 * a refusal is not seen, and code that only prints such words is.
 *
 * @param kind what was tried
 * @param evidence what was seen, in one line
 */
public record EscapeAttempt(Kind kind, String evidence) {

    /** What was tried. */
    public enum Kind {
        /** To reach something over a network that was not allowed. */
        NETWORK,
        /** A system call that was refused. */
        SYSTEM_CALL,
        /** To write where nothing can be written. */
        READ_ONLY_FILE
    }
}
