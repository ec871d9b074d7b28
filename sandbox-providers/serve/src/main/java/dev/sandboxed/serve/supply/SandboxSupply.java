package dev.sandboxed.serve.supply;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.spec.SandboxSpec;
import java.util.List;
import java.util.Optional;

/**
 * Where a {@link dev.sandboxed.serve.SandboxServer} takes its sandboxes from, for those who have some ready before clients ask. A client is known by a
 * secret that it makes up, which is not to be shown.
 *
 * <p>For implementors: methods are called by several threads.
 */
public interface SandboxSupply {

    /** Returns the providers that clients can name, the first for those who name none. */
    List<SandboxProvider> providers();

    /** Returns whether it has sandboxes ready of what clients expect, so that they need not have some ready themselves. */
    boolean makesAhead();

    /**
     * Returns a sandbox that nobody has used; it is closed when its client is done with it.
     *
     * @param provider the one of the providers that makes it
     * @param from the snapshot whose files it has; empty if it begins without any
     * @throws dev.sandboxed.api.error.SandboxException if it cannot be made
     */
    Sandbox take(String client, SandboxProvider provider, SandboxSpec spec, Optional<Snapshot> from);

    /**
     * Takes down what a client will ask for next of a provider, in place of what it told before of any.
     *
     * @param next the specs in the order in which they will come; empty if nothing more is expected
     */
    void expect(String client, SandboxProvider provider, List<SandboxSpec> next);

    /** Forgets a client that is not heard of any more; its sandboxes are closed already. */
    void forget(String client);
}
