package dev.sandboxed.api.internal.diff;

import java.util.List;
import java.util.Optional;

/**
 * What a diff does to one file.
 *
 * @param from the file before; empty if it is created
 * @param to the file afterwards; empty if it is deleted
 * @param mode the permission bits that it gets; empty if they stay
 * @param keepsSource whether the file before stays where it is, and the one afterwards is a copy of it
 * @param hunks its changes, in order
 */
public record FilePatch(
        Optional<String> from, Optional<String> to, Optional<Integer> mode, boolean keepsSource, List<Hunk> hunks) {

    public FilePatch {
        hunks = List.copyOf(hunks);
    }

    /** Returns the name to tell. */
    public String name() {
        return to.or(() -> from).orElse("");
    }
}
