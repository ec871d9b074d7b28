package dev.sandboxed.api.exec;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;

/** Thrown by {@link ExecResult#orThrow()} when the command was killed because its time was up. */
public final class ExecTimeoutException extends SandboxException {

    private static final long serialVersionUID = 1L;

    private final transient ExecResult result;

    public ExecTimeoutException(ExecResult result) {
        super("exec-timeout", Fault.of(result.describe()));
        this.result = result;
    }

    /** Returns the result it was made from. It does not survive serialisation; the message does. */
    public ExecResult result() {
        return result;
    }
}
