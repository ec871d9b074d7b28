package dev.sandboxed.folder.files;

import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.FileType;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.folder.internal.files.UnixMode;
import dev.sandboxed.folder.internal.store.FolderRemoval;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The files of a sandbox that are files of the host below one folder. */
public final class FolderFiles implements SandboxFiles {

    private final RootedPaths paths;
    private final Runnable guard;
    private final FileFaults faults;

    /**
     * Serves the files below a root.
     *
     * @param guard called before every operation; throws when the sandbox may not be used now
     * @param faults makes the errors, with the sandbox they happen in
     */
    public FolderFiles(RootedPaths paths, Runnable guard, FileFaults faults) {
        this.paths = paths;
        this.guard = guard;
        this.faults = faults;
    }

    @Override
    public InputStream read(String path) {
        guard.run();
        Path file = paths.follow(path);
        try {
            requireRegular(path, file);
            return new Content(path, Files.newInputStream(file));
        } catch (IOException e) {
            throw faults.of("read", path, e);
        }
    }

    @Override
    public void write(String path, InputStream content, WriteOptions options) {
        guard.run();
        Path file = paths.follow(path);
        try {
            boolean existed = Files.exists(file);
            if (existed) {
                requireRegular(path, file);
            }
            int mode = options.modeOr(existed ? UnixMode.of(file) : WriteOptions.MODE_OF_NEW_FILES);
            createParents(file);
            if (options.atomic()) {
                writeBeside(file, content, mode);
            } else {
                writeInPlace(file, content, mode, existed);
            }
        } catch (IOException e) {
            throw faults.of("write", path, e);
        }
    }

    private static void writeInPlace(Path file, InputStream content, int mode, boolean existed) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            content.transferTo(out);
        } catch (IOException e) {
            if (!existed) {
                Files.deleteIfExists(file);
            }
            throw e;
        }
        UnixMode.set(file, mode);
    }

    private static void writeBeside(Path file, InputStream content, int mode) throws IOException {
        Path draft = file.resolveSibling(".sandboxed-" + UUID.randomUUID());
        try {
            Files.copy(content, draft);
            UnixMode.set(draft, mode);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    @Override
    public FileEntry stat(String path) {
        guard.run();
        try {
            return entry(paths.locate(path));
        } catch (IOException e) {
            throw faults.of("look at", path, e);
        }
    }

    @Override
    public List<FileEntry> list(String directory) {
        guard.run();
        Path folder = paths.follow(directory);
        List<FileEntry> entries = new ArrayList<>();
        try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
            for (Path child : children) {
                try {
                    entries.add(entry(child));
                } catch (NoSuchFileException deletedMeanwhile) {
                    // Somebody inside deleted it between the listing and the look at it.
                }
            }
        } catch (IOException e) {
            throw faults.of("list", directory, e);
        }
        entries.sort(Comparator.comparing(FileEntry::name));
        return entries;
    }

    @Override
    public void mkdirs(String directory) {
        guard.run();
        Path folder = paths.follow(directory);
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw faults.of("make the directory", directory, e);
        }
    }

    @Override
    public void delete(String path) {
        delete(path, Files::delete);
    }

    @Override
    public void deleteAll(String path) {
        delete(path, FolderRemoval::remove);
    }

    /** Removes what lies at a path, which exists. */
    private interface Removal {
        void remove(Path file) throws IOException;
    }

    private void delete(String path, Removal removal) {
        guard.run();
        Path file = paths.locate(path);
        if (file.equals(paths.root())) {
            throw faults.refused(
                    path,
                    FileFailure.OTHER,
                    "The root of the sandbox cannot be deleted",
                    "delete what is in it, or close it");
        }
        try {
            if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new NoSuchFileException(path);
            }
            removal.remove(file);
        } catch (IOException e) {
            throw faults.of("delete", path, e);
        }
    }

    @Override
    public void move(String from, String to) {
        guard.run();
        Path source = paths.locate(from);
        Path target = paths.locate(to);
        try {
            if (!Files.exists(source, LinkOption.NOFOLLOW_LINKS)) {
                throw new NoSuchFileException(from);
            }
            createParents(target);
            Files.move(source, target, StandardCopyOption.REPLACE_EXISTING);
        } catch (NoSuchFileException e) {
            throw faults.of("move", from, e);
        } catch (IOException e) {
            throw faults.of("move '" + from + "' to", to, e);
        }
    }

    @Override
    public void chmod(String path, int mode) {
        guard.run();
        try {
            UnixMode.set(paths.follow(path), mode);
        } catch (IOException e) {
            throw faults.of("set the mode of", path, e);
        }
    }

    @Override
    public void link(String path, String target) {
        guard.run();
        Path link = paths.locate(path);
        try {
            createParents(link);
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, paths.linkToHost(target));
        } catch (IOException e) {
            throw faults.of("make the link", path, e);
        }
    }

    private FileEntry entry(Path file) throws IOException {
        BasicFileAttributes attributes =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return new FileEntry(
                paths.inside(file),
                type(attributes),
                attributes.isRegularFile() ? attributes.size() : 0,
                UnixMode.of(file),
                attributes.lastModifiedTime().toInstant(),
                attributes.isSymbolicLink()
                        ? Optional.of(paths.linkToSandbox(Files.readSymbolicLink(file)))
                        : Optional.empty());
    }

    private static FileType type(BasicFileAttributes attributes) {
        if (attributes.isSymbolicLink()) {
            return FileType.LINK;
        }
        if (attributes.isDirectory()) {
            return FileType.DIRECTORY;
        }
        return attributes.isRegularFile() ? FileType.FILE : FileType.OTHER;
    }

    /** Opening a pipe or a device could wait for ever or touch the host, so only plain files are opened. */
    private void requireRegular(String path, Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw faults.refused(
                    path, FileFailure.IS_DIRECTORY, "'" + path + "' is a directory", "give the path of a file");
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw faults.refused(
                    path,
                    FileFailure.SPECIAL_FILE,
                    "'" + path + "' is not a plain file",
                    "give the path of a plain file");
        }
    }

    private static void createParents(Path file) throws IOException {
        Path parent = file.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
    }

    /** A file's content; what goes wrong while it is read names the path too. */
    private final class Content extends FilterInputStream {
        private final String path;

        Content(String path, InputStream in) {
            super(in);
            this.path = path;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) {
            try {
                return super.read(buffer, offset, length);
            } catch (IOException e) {
                throw faults.of("read", path, e);
            }
        }
    }
}
