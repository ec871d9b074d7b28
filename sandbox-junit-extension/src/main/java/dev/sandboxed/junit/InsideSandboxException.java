package dev.sandboxed.junit;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;

/**
 * Thrown when a test could not be run inside a sandbox, or did not come to its end there: no JDK runs inside, the JVM was ended by the
 * test, by a signal, by the timeout or for lack of memory, or what it left cannot be read.
 */
public final class InsideSandboxException extends SandboxException {

    private static final long serialVersionUID = 1L;

    public InsideSandboxException(Fault fault) {
        super("inside-sandbox", fault);
    }
}
