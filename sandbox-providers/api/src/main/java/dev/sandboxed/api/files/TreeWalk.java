package dev.sandboxed.api.files;

import dev.sandboxed.api.internal.files.WalkDepth;
import java.util.ArrayList;
import java.util.List;

/** Lists what lies below a directory, directory by directory, for runtimes that cannot do it in one round trip. */
final class TreeWalk {

    private final SandboxFiles files;
    private final String top;
    private final List<FileEntry> found = new ArrayList<>();

    TreeWalk(SandboxFiles files, String top) {
        this.files = files;
        this.top = top;
    }

    List<FileEntry> to(int depth) {
        list(top, "", WalkDepth.require(depth));
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
