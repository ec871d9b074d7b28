package dev.sandboxed.api.files;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Checks a tree that comes out of a sandbox by its names and links alone, entry by entry, before anything is written.
 *
 * <p>Every entry must lie in a directory that came before it, and come once. Otherwise a link in the place of a directory
 * could make the text of another link lie about where it leads.
 */
final class EscapeCheck {

    /** Longer ones no program could open; thousands of folders in one another only serve to exhaust who walks them. */
    private static final int LONGEST_PATH = 4096;

    private final String base;
    private final Path target;
    private final Set<Path> directories = new HashSet<>();
    private final Set<Path> seen = new HashSet<>();

    EscapeCheck(FileEntry top, Path target) {
        this.base = top.path();
        this.target = target;
        refuseSpecial(top);
    }

    /**
     * Checks one more entry.
     *
     * @throws SandboxFileException if it would leave the target, or is neither a file, a directory nor a link
     */
    void accept(FileEntry entry) {
        if (!entry.path().startsWith(base.equals("/") ? "/" : base + "/")) {
            throw refused(entry, FileFailure.ESCAPE, "is not below '" + base + "'");
        }
        if (entry.path().length() - base.length() > LONGEST_PATH) {
            throw refused(entry, FileFailure.BAD_NAME, "has a path of more than " + LONGEST_PATH + " characters");
        }
        Path below = path(entry, entry.pathBelow(base));
        boolean leaves = below.isAbsolute() || below.normalize().startsWith("..") || !below.equals(below.normalize());
        if (leaves
                || (entry.isLink()
                        && leadsOut(below, path(entry, entry.linkTarget().orElseThrow())))) {
            throw refused(
                    entry,
                    FileFailure.ESCAPE,
                    "would leave the target '" + target + "'"
                            + entry.linkTarget()
                                    .map(to -> ": it is a link to '" + to + "'")
                                    .orElse(""));
        }
        refuseSpecial(entry);
        Path parent = below.getParent();
        if (parent != null && !directories.contains(parent)) {
            throw refused(entry, FileFailure.NOT_DIRECTORY, "does not lie in a directory");
        }
        if (!seen.add(below)) {
            throw refused(entry, FileFailure.ALREADY_EXISTS, "is there twice");
        }
        if (entry.isDirectory()) {
            directories.add(below);
        }
    }

    private static Path path(FileEntry entry, String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw refused(
                    entry,
                    FileFailure.BAD_NAME,
                    "has a name or a target that this host cannot write: " + e.getReason());
        }
    }

    private static boolean leadsOut(Path below, Path link) {
        Path parent = below.getParent();
        return link.isAbsolute()
                || climbsAfterDescending(link)
                || (parent == null ? link : parent.resolve(link)).normalize().startsWith("..");
    }

    /** A name before {@code ..} may be a link itself, and then the text alone does not tell where it leads. */
    private static boolean climbsAfterDescending(Path link) {
        boolean descended = false;
        for (Path name : link) {
            boolean climbs = name.toString().equals("..");
            if (climbs && descended) {
                return true;
            }
            descended |= !climbs;
        }
        return false;
    }

    private static void refuseSpecial(FileEntry entry) {
        if (entry.type() == FileType.OTHER) {
            throw refused(entry, FileFailure.SPECIAL_FILE, "is neither a file, a directory nor a link");
        }
    }

    static SandboxFileException refused(FileEntry entry, FileFailure reason, String why) {
        return new SandboxFileException(
                entry.path(),
                reason,
                Fault.of("Refused to download '" + entry.path() + "': it " + why)
                        .remedy("delete it inside the sandbox, or download the files one by one"));
    }
}
