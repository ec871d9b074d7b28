package dev.sandboxed.api;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;

/** Thrown by {@link CodeRun#orThrow()} when code did not pass. */
public final class CodeFailedException extends SandboxException {

    private static final long serialVersionUID = 1L;

    private final transient CodeRun run;

    CodeFailedException(CodeRun run) {
        super("code-failed", Fault.of(run.describe()));
        this.run = run;
    }

    /** Returns the run that it was made from. It does not survive serialisation; the message does. */
    public CodeRun run() {
        return run;
    }
}
