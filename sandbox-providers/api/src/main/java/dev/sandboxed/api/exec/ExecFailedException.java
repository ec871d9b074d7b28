package dev.sandboxed.api.exec;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;

/** Thrown by {@link ExecResult#orThrow()} when the command did not end with code 0. */
public final class ExecFailedException extends SandboxException {

    private static final long serialVersionUID = 1L;

    private final transient ExecResult result;

    public ExecFailedException(ExecResult result) {
        super("exec-failed", Fault.of(result.describe()));
        this.result = result;
    }

    /** Returns the result it was made from. It does not survive serialisation; the message does. */
    public ExecResult result() {
        return result;
    }
}
