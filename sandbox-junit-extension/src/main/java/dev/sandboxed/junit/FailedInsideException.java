package dev.sandboxed.junit;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;
import org.jspecify.annotations.Nullable;

/**
 * Stands for an exception that a test threw inside a sandbox. Message, stack trace, cause and suppressed exceptions are those that it
 * had there; of its class there is only the name, since nothing that comes out of a sandbox is trusted to make objects here.
 */
public final class FailedInsideException extends SandboxException {

    private static final long serialVersionUID = 1L;

    private final String type;
    private final @Nullable String message;

    /**
     * Creates one.
     *
     * @param type the name of its class inside
     * @param message the message that it had there
     * @param cause what stands for its cause
     */
    public FailedInsideException(String type, @Nullable String message, @Nullable Throwable cause) {
        super("failed-inside", Fault.of(message == null ? type : message).cause(cause));
        this.type = type;
        this.message = message;
    }

    /** Returns the name of the class that it had inside. */
    public String type() {
        return type;
    }

    /** Returns what it would have said inside. The name of this class instead of that one would tell a reader nothing. */
    @Override
    @SuppressWarnings("OverrideThrowableToString")
    public String toString() {
        return message == null ? type : type + ": " + message;
    }
}
