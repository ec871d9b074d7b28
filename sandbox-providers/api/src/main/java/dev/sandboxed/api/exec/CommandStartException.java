package dev.sandboxed.api.exec;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;

/**
 * Thrown when a command could not be started in a sandbox that is alive: there is no such user inside, a variable cannot be
 * handed over, or what starts commands there no longer works. Nothing of the command has run. A program that does not exist is
 * no such case but a result.
 */
public final class CommandStartException extends SandboxException {

    private static final long serialVersionUID = 1L;

    public CommandStartException(Fault fault) {
        super("command-start", fault);
    }
}
