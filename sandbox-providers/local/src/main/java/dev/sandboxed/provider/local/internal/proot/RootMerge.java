package dev.sandboxed.provider.local.internal.proot;

import dev.sandboxed.linux.internal.libc.HostPlatform;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Puts a root file system below files that are there already: what those lack is moved to them, the rest stays where it is.
 *
 * <p>Others chose the names and links of both, so nothing is reached by more than one name at a time: each folder is opened
 * from the one around it, and never through a link.
 */
final class RootMerge {

    /** No root file system is that deep, and each level holds two folders open. */
    private static final int DEEPEST = 200;

    private enum Kind {
        NOTHING,
        FOLDER,
        OTHER
    }

    private final SecureDirectoryStream<Path> lower;
    private final SecureDirectoryStream<Path> upper;
    private final int depth;

    private RootMerge(SecureDirectoryStream<Path> lower, SecureDirectoryStream<Path> upper, int depth) {
        this.lower = lower;
        this.upper = upper;
        this.depth = depth;
    }

    /**
     * Moves what is missing.
     *
     * @param lower a folder of ours that it comes from, on the same disk as the other one
     * @param upper a folder of ours that it is moved to; what lies there is not changed
     * @throws IOException if something cannot be moved, or folders lie too deep in folders
     */
    static void moveMissing(Path lower, Path upper) throws IOException {
        try (DirectoryStream<Path> from = Files.newDirectoryStream(lower);
                DirectoryStream<Path> to = Files.newDirectoryStream(upper)) {
            new RootMerge(secure(from), secure(to), 0).run();
        }
    }

    private void run() throws IOException {
        if (depth > DEEPEST) {
            throw new IOException("Folders lie more than " + DEEPEST + " deep in each other");
        }
        Writable from = new Writable(lower.getFileAttributeView(PosixFileAttributeView.class));
        Writable to = new Writable(upper.getFileAttributeView(PosixFileAttributeView.class));
        for (Path name : names()) {
            Kind missing = kind(lower, name);
            Kind there = kind(upper, name);
            if (there == Kind.NOTHING) {
                move(name, missing);
            } else if (there == Kind.FOLDER && missing == Kind.FOLDER) {
                try (SecureDirectoryStream<Path> below = lower.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
                        SecureDirectoryStream<Path> above = upper.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
                    new RootMerge(below, above, depth + 1).run();
                }
            }
        }
        to.restore();
        from.restore();
    }

    private void move(Path name, Kind kind) throws IOException {
        if (kind != Kind.FOLDER) {
            lower.move(name, upper, name);
            return;
        }
        Writable moved = new Writable(view(lower, name));
        lower.move(name, upper, name);
        moved.restore(view(upper, name));
    }

    private List<Path> names() throws IOException {
        List<Path> names = new ArrayList<>();
        try {
            for (Path entry : lower) {
                names.add(entry.getFileName());
            }
            return names;
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    private static Kind kind(SecureDirectoryStream<Path> folder, Path name) throws IOException {
        try {
            boolean isFolder = folder.getFileAttributeView(
                            name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .readAttributes()
                    .isDirectory();
            return isFolder ? Kind.FOLDER : Kind.OTHER;
        } catch (NoSuchFileException none) {
            return Kind.NOTHING;
        }
    }

    private static PosixFileAttributeView view(SecureDirectoryStream<Path> folder, Path name) {
        return folder.getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    }

    private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> folder) throws IOException {
        if (folder instanceof SecureDirectoryStream<Path> secure) {
            return secure;
        }
        throw new IOException("This JVM cannot open folders from folders");
    }

    /** A folder that may be written meanwhile, which takes a permission for everybody but root. */
    private static final class Writable {

        private final PosixFileAttributeView folder;
        private final Set<PosixFilePermission> before;
        private final boolean changed;

        Writable(PosixFileAttributeView folder) throws IOException {
            this.folder = folder;
            this.before = folder.readAttributes().permissions();
            Set<PosixFilePermission> needed =
                    EnumSet.of(PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);
            this.changed = !HostPlatform.isRoot() && !before.containsAll(needed);
            if (changed) {
                needed.addAll(before);
                folder.setPermissions(needed);
            }
        }

        void restore() throws IOException {
            restore(folder);
        }

        void restore(PosixFileAttributeView now) throws IOException {
            if (changed) {
                now.setPermissions(before);
            }
        }
    }
}
