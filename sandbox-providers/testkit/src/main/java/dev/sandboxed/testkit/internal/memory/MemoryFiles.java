package dev.sandboxed.testkit.internal.memory;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.FileType;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.api.internal.files.FileModes;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.GuestPath;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A file system in memory. Modes bind its one user as they bind whoever is not root. */
public final class MemoryFiles implements SandboxFiles {

    private final Node.Directory root;
    private final String workdir;
    private final Clock clock;
    private final Function<String, Fault> faults;

    private MemoryFiles(Node.Directory root, String workdir, Clock clock, Function<String, Fault> faults) {
        this.root = root;
        this.workdir = workdir;
        this.clock = clock;
        this.faults = faults;
        mkdirs(workdir);
    }

    /** Begins with nothing but a workdir and a folder for temporary files. */
    public static MemoryFiles empty(String workdir, Clock clock, Function<String, Fault> faults) {
        MemoryFiles files = new MemoryFiles(new Node.Directory(0755, clock.instant()), workdir, clock, faults);
        files.mkdirs("/tmp");
        files.chmod("/tmp", 01777);
        return files;
    }

    /** Begins with the files of a snapshot; the workdir is made if it is not among them. */
    public static MemoryFiles of(SavedTree tree, String workdir, Clock clock, Function<String, Fault> faults) {
        return new MemoryFiles(tree.files(), workdir, clock, faults);
    }

    @Override
    public synchronized InputStream read(String path) {
        Node.File file = fileAt(path);
        if ((file.mode & 0400) == 0) {
            throw refused(
                    path, FileFailure.PERMISSION, "may not be read: its mode is 0" + Integer.toOctalString(file.mode));
        }
        return new ByteArrayInputStream(file.content);
    }

    @Override
    public void write(String path, InputStream content, WriteOptions options) {
        byte[] bytes = readAll(path, content);
        synchronized (this) {
            PathWalk.Spot spot = find(path, true, clock);
            if (spot.directory() == null || spot.node() instanceof Node.Directory) {
                throw refused(path, FileFailure.IS_DIRECTORY, "is a directory");
            }
            if (spot.node() != null && (spot.node().mode & 0200) == 0) {
                throw refused(
                        path,
                        FileFailure.PERMISSION,
                        "may not be written: its mode is 0" + Integer.toOctalString(spot.node().mode));
            }
            int mode = options.modeOr(spot.node() == null ? WriteOptions.MODE_OF_NEW_FILES : spot.node().mode);
            spot.directory().entries.put(spot.name(), new Node.File(bytes, mode, clock.instant()));
        }
    }

    @Override
    public synchronized FileEntry stat(String path) {
        return entry(absolute(path), existing(path, false));
    }

    @Override
    public synchronized List<FileEntry> list(String directory) {
        if (!(existing(directory, true) instanceof Node.Directory found)) {
            throw refused(directory, FileFailure.NOT_DIRECTORY, "is not a directory");
        }
        String base = absolute(directory).equals("/") ? "/" : absolute(directory) + "/";
        return found.entries.entrySet().stream()
                .map(one -> entry(base + one.getKey(), one.getValue()))
                .toList();
    }

    @Override
    public synchronized void mkdirs(String directory) {
        PathWalk.Spot spot = find(directory, true, clock);
        if (spot.node() == null && spot.directory() != null) {
            spot.directory().entries.put(spot.name(), new Node.Directory(0755, clock.instant()));
        } else if (!(spot.node() instanceof Node.Directory)) {
            throw refused(directory, FileFailure.NOT_DIRECTORY, "exists and is not a directory");
        }
    }

    @Override
    public synchronized void delete(String path) {
        PathWalk.Spot spot = find(path, false, null);
        boolean root = spot.directory() == null;
        if (!root && spot.node() instanceof Node.Directory directory && !directory.entries.isEmpty()) {
            throw refused(path, FileFailure.NOT_EMPTY, "is a directory that is not empty; use deleteAll");
        }
        take(path);
    }

    @Override
    public synchronized void deleteAll(String path) {
        take(path);
    }

    @Override
    public synchronized void move(String from, String to) {
        if (absolute(to).equals(absolute(from))) {
            existing(from, false);
            return;
        }
        if (absolute(to).startsWith(absolute(from) + "/")) {
            throw refused(from, FileFailure.OTHER, "cannot be moved into itself: '" + to + "'");
        }
        existing(from, false);
        PathWalk.Spot target = find(to, false, clock);
        if (target.directory() == null || target.node() instanceof Node.Directory) {
            throw refused(to, FileFailure.IS_DIRECTORY, "is a directory and is not replaced");
        }
        target.directory().entries.put(target.name(), take(from));
    }

    @Override
    public synchronized void chmod(String path, int mode) {
        existing(path, true).mode = FileModes.require(mode);
    }

    @Override
    public synchronized void link(String path, String target) {
        GuestPath.require("The target of a link", target);
        PathWalk.Spot spot = find(path, false, clock);
        if (spot.directory() == null || spot.node() instanceof Node.Directory) {
            throw refused(path, FileFailure.IS_DIRECTORY, "is a directory and is not replaced");
        }
        spot.directory().entries.put(spot.name(), new Node.Link(target, clock.instant()));
    }

    /** Takes a snapshot. */
    public SavedTree save(SnapshotOptions options) {
        return new SavedTree(copy(), options);
    }

    private synchronized Node.Directory copy() {
        return root.copy();
    }

    /**
     * Insists on a directory.
     *
     * @throws dev.sandboxed.api.error.SandboxFileNotFoundException if nothing is there
     * @throws SandboxFileException if it is something else
     */
    public synchronized void requireDirectory(String path) {
        if (!(existing(path, true) instanceof Node.Directory)) {
            throw refused(path, FileFailure.NOT_DIRECTORY, "is not a directory");
        }
    }

    private Node.File fileAt(String path) {
        if (existing(path, true) instanceof Node.File file) {
            return file;
        }
        throw refused(path, FileFailure.IS_DIRECTORY, "is a directory");
    }

    private Node take(String path) {
        PathWalk.Spot spot = find(path, false, null);
        if (spot.directory() == null) {
            throw refused(path, FileFailure.OTHER, "is the root and stays");
        }
        Node taken = spot.directory().entries.remove(spot.name());
        if (taken == null) {
            throw PathWalk.missing(path, faults);
        }
        return taken;
    }

    private Node existing(String path, boolean followLast) {
        Node node = find(path, followLast, null).node();
        if (node == null) {
            throw PathWalk.missing(path, faults);
        }
        return node;
    }

    private PathWalk.Spot find(String path, boolean followLast, @Nullable Clock makeParents) {
        return new PathWalk(root, absolute(path), faults).walk(followLast, makeParents);
    }

    private String absolute(String path) {
        return GuestPath.resolve(workdir, path);
    }

    private static FileEntry entry(String path, Node node) {
        if (node instanceof Node.File file) {
            return new FileEntry(path, FileType.FILE, file.content.length, file.mode, file.modified, Optional.empty());
        }
        Optional<String> target = node instanceof Node.Link link ? Optional.of(link.target) : Optional.empty();
        return new FileEntry(
                path, target.isEmpty() ? FileType.DIRECTORY : FileType.LINK, 0, node.mode, node.modified, target);
    }

    private byte[] readAll(String path, InputStream content) {
        try {
            return content.readAllBytes();
        } catch (IOException e) {
            throw new SandboxFileException(
                    path,
                    FileFailure.OTHER,
                    faults.apply("The content for '" + path + "' could not be read: " + e)
                            .cause(e));
        }
    }

    private SandboxFileException refused(String path, FileFailure reason, String why) {
        return new SandboxFileException(path, reason, faults.apply("'" + path + "' " + why));
    }
}
