package dev.sandboxed.api.spi;

import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.spec.SandboxSpec;
import java.util.List;

/**
 * A provider that has sandboxes made ahead elsewhere: by a service that several processes share, for example. A pool makes none of
 * those ahead itself, and tells it instead what will be claimed next.
 */
public interface ExpectingProvider extends SandboxProvider {

    /** Returns whether sandboxes of a spec are made ahead elsewhere; others are made ahead by the pool, or not at all. */
    boolean makesAhead(SandboxSpec spec);

    /**
     * Takes down what will be asked for next, in place of what was told before. It is a hint: what is asked for without it is
     * made all the same, only later, and what could not be told to whoever makes it is lost.
     *
     * @param next the next specs in the order in which they will come; empty if nothing more is expected
     */
    void expect(List<SandboxSpec> next);
}
