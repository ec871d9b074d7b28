package dev.sandboxed.serve.internal.connect;

import java.util.Locale;

/** What kind of error a call ended with. */
public enum ConnectCode {
    /** The caller gave up. */
    CANCELED(499),
    /** Nobody knows. */
    UNKNOWN(500),
    /** The request can never be right. */
    INVALID_ARGUMENT(400),
    /** The time was up. */
    DEADLINE_EXCEEDED(504),
    /** Something that was named is not there. */
    NOT_FOUND(404),
    /** Something that was to be made is there. */
    ALREADY_EXISTS(409),
    /** The caller may not do that. */
    PERMISSION_DENIED(403),
    /** There is no more of something. */
    RESOURCE_EXHAUSTED(429),
    /** The state of things does not allow it. */
    FAILED_PRECONDITION(400),
    /** It is not done here. */
    UNIMPLEMENTED(501),
    /** Something broke. */
    INTERNAL(500),
    /** It may work later. */
    UNAVAILABLE(503),
    /** Nobody knows the caller. */
    UNAUTHENTICATED(401);

    private final int status;

    ConnectCode(int status) {
        this.status = status;
    }

    /** Returns the status of an answer to a single call. */
    public int status() {
        return status;
    }

    /** Returns the word on the wire. */
    public String written() {
        return name().toLowerCase(Locale.ROOT);
    }
}
