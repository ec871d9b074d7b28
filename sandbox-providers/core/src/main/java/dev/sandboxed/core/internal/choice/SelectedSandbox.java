package dev.sandboxed.core.internal.choice;

import dev.sandboxed.api.Sandbox;
import java.util.Set;

/**
 * A sandbox, and how its provider came to be chosen. Whoever asked for it closes it.
 *
 * @param sandbox the sandbox
 * @param selection the provider that made it, with all that were passed over
 * @param failed the names of those that were tried for it before, and could not make it
 */
public record SelectedSandbox(Sandbox sandbox, Selection selection, Set<String> failed) implements AutoCloseable {

    /** Creates the answer for a sandbox that the first provider made which was tried. */
    public SelectedSandbox(Sandbox sandbox, Selection selection) {
        this(sandbox, selection, Set.of());
    }

    /**
     * Returns whether it is what a creation would come to if this were chosen now: it is of the same provider, or was made because that one
     * could not make it.
     */
    public boolean wouldComeOf(Selection chosen) {
        return isOf(chosen) || failed.contains(chosen.provider().name());
    }

    /** Returns it with what is known of the choice by now, if it is of the same provider. */
    public SelectedSandbox chosenBy(Selection chosen) {
        return isOf(chosen) ? new SelectedSandbox(sandbox, chosen) : this;
    }

    private boolean isOf(Selection chosen) {
        return selection.provider().name().equals(chosen.provider().name());
    }

    /** Closes the sandbox; fails as {@link Sandbox#close} does. */
    @Override
    public void close() {
        sandbox.close();
    }
}
