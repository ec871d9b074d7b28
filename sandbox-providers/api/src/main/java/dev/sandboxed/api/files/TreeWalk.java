package dev.sandboxed.api.files;

import java.util.ArrayList;
import java.util.List;

/** Lists what lies below a directory, directory by directory, for runtimes that cannot do it in one round trip. */
public final class TreeWalk {

    private final SandboxFiles files;
    private final String top;
    private final List<FileEntry> found = new ArrayList<>();

    TreeWalk(SandboxFiles files, String top) {
        this.files = files;
        this.top = top;
    }

    /**
     * Returns the depth to walk to.
     *
     * @throws IllegalArgumentException if it is less than 1
     */
    public static int requireDepth(int depth) {
        if (depth < 1) {
            throw new IllegalArgumentException("The depth of a walk must be at least 1, but was " + depth
                    + "; give 1 for a directory's own entries");
        }
        return depth;
    }

    List<FileEntry> to(int depth) {
        list(top, "", requireDepth(depth));
        return found;
    }

    private void list(String directory, String prefix, int depth) {
        for (FileEntry entry : files.list(directory)) {
            FileEntry seen = entry.withRelativePath(prefix + entry.name());
            found.add(seen);
            if (seen.isDirectory() && depth > 1) {
                list(seen.path(), seen.relativePath() + "/", depth - 1);
            }
        }
    }
}
