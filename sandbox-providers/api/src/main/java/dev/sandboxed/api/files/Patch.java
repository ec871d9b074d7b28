package dev.sandboxed.api.files;

import dev.sandboxed.api.internal.diff.FilePatch;
import dev.sandboxed.api.internal.diff.PatchParser;
import java.util.List;

/**
 * Changes to files as a unified diff, plain or as git writes it, to be made with {@link SandboxFiles#apply}. Files can be created, changed,
 * renamed and deleted, and get other modes; binary content cannot be read.
 */
public final class Patch {

    private final List<FilePatch> parts;

    private Patch(List<FilePatch> parts) {
        this.parts = parts;
    }

    /**
     * Reads a diff. Text around it is passed over, and wrong numbers of lines in headers do no harm.
     *
     * @throws IllegalArgumentException if there is no change in it, it cannot be read, has binary content, has more than two million lines
     *     or a hundred thousand files and hunks, or names a file that is not below the workdir
     */
    public static Patch parse(String diff) {
        return new Patch(PatchParser.parse(diff));
    }

    /** Returns the files that it changes, by the names that they have afterwards; deleted ones by those that they had. */
    public List<String> paths() {
        return parts.stream().map(FilePatch::name).toList();
    }

    List<FilePatch> parts() {
        return parts;
    }

    @Override
    public String toString() {
        return "Patch of " + paths();
    }
}
