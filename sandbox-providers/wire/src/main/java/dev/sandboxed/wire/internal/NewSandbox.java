package dev.sandboxed.wire.internal;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A sandbox to make.
 *
 * @param id what its client calls it; whoever asks twice for the same gets the same
 * @param provider what to make it with; the first, if absent
 * @param owner words about the process that it dies with
 * @param spec what it is made from
 * @param snapshot whose files it has; it begins without any, if absent
 */
public record NewSandbox(
        String id,
        @Nullable String provider,
        @Nullable Map<String, String> owner,
        SpecWords spec,
        @Nullable SnapshotWords snapshot) {

    /**
     * Checks that nothing is missing.
     *
     * @throws IllegalArgumentException if something is
     */
    public NewSandbox {
        Words.require("id", id);
        Words.require("spec", spec);
    }

    /** Returns the words about the process that it dies with; empty if nobody said so. */
    public Map<String, String> ownerOrNone() {
        return Words.orNone(owner);
    }
}
