package dev.sandboxed.api.internal.diff;

import java.util.List;
import java.util.Optional;

/**
 * What a diff does to one file.
 *
 * @param from the file before; empty if it is created
 * @param to the file afterwards; empty if it is deleted
 * @param mode the permission bits that it gets; empty if they stay
 * @param hunks its changes, in order
 */
public record FilePatch(Optional<String> from, Optional<String> to, Optional<Integer> mode, List<Hunk> hunks) {

    public FilePatch {
        hunks = List.copyOf(hunks);
    }

    /** Returns the name to tell. */
    public String name() {
        return to.or(() -> from).orElse("");
    }
}
