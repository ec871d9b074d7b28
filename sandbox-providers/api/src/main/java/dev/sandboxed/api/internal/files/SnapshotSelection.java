package dev.sandboxed.api.internal.files;

import dev.sandboxed.api.snapshot.SnapshotOptions;
import java.util.List;

/**
 * Which of the sandbox's own files a snapshot takes.
 *
 * @param include patterns of those to take; empty for all
 * @param exclude patterns of those to leave out, with all below them
 */
public record SnapshotSelection(List<Glob> include, List<Glob> exclude) {

    /**
     * Reads the patterns.
     *
     * @throws IllegalArgumentException if one is malformed
     */
    public static SnapshotSelection of(SnapshotOptions options) {
        return new SnapshotSelection(
                options.include().stream().map(Glob::of).toList(),
                options.exclude().stream().map(Glob::of).toList());
    }

    public boolean takesAll() {
        return include.isEmpty() && exclude.isEmpty();
    }

    /** Returns whether a path is to be taken; relative to the root, without a slash at its ends. */
    public boolean takes(String path) {
        return (include.isEmpty() || matches(include, path)) && !leavesOut(path);
    }

    /** Returns whether a path is to be left out with all below it. */
    public boolean leavesOut(String path) {
        for (int end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
            if (matches(exclude, path.substring(0, end))) {
                return true;
            }
        }
        return matches(exclude, path);
    }

    private static boolean matches(List<Glob> globs, String path) {
        return globs.stream().anyMatch(glob -> glob.matches(path));
    }
}
