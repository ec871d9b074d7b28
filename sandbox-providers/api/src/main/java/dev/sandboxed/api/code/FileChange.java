package dev.sandboxed.api.code;

import java.util.Locale;
import java.util.Optional;

/**
 * A file, or a link, that is not as it was before.
 *
 * @param kind what became of it
 * @param path where it is, below the workdir
 * @param diff the difference of its text as a unified diff, which {@link dev.sandboxed.api.files.Patch} can read; empty where it is
 *     not text, is too large, or was not kept
 */
public record FileChange(Kind kind, String path, Optional<String> diff) {

    /** What became of a file. */
    public enum Kind {
        CREATED,
        MODIFIED,
        DELETED
    }

    /** Returns the kind and the path. */
    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT) + " " + path;
    }
}
