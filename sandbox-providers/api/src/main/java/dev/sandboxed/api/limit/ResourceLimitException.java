package dev.sandboxed.api.limit;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;

/** Thrown when an operation, other than a command of the user, fails because a limit was reached. */
public final class ResourceLimitException extends SandboxException {

    private static final long serialVersionUID = 1L;

    private final Resource resource;
    private final String limit;
    private final String actual;

    public ResourceLimitException(Resource resource, String limit, String actual, Fault fault) {
        super("resource-limit", fault);
        this.resource = resource;
        this.limit = limit;
        this.actual = actual;
    }

    /** Returns the resource that ran out. */
    public Resource resource() {
        return resource;
    }

    /** Returns the limit in force, written as in the spec. */
    public String limit() {
        return limit;
    }

    /** Returns the amount that was asked for or used. */
    public String actual() {
        return actual;
    }
}
