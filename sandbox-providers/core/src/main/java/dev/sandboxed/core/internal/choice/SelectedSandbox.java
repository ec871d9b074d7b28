package dev.sandboxed.core.internal.choice;

import dev.sandboxed.api.Sandbox;

/**
 * A sandbox, and how its provider came to be chosen. Whoever asked for it closes it.
 *
 * @param sandbox the sandbox
 * @param selection the provider that made it, with all that were passed over
 */
public record SelectedSandbox(Sandbox sandbox, Selection selection) implements AutoCloseable {

    /** Closes the sandbox; fails as {@link Sandbox#close} does. */
    @Override
    public void close() {
        sandbox.close();
    }
}
