package folderprovider;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.FileModes;
import dev.sandboxed.api.files.FileType;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.files.WriteOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The nine things that a provider must be able to do with files; the API makes all others from them.
 *
 * @param paths where the files are
 * @param guard throws when the sandbox cannot be used now
 */
record FolderFiles(InsidePaths paths, Runnable guard) implements SandboxFiles {

    /** Permission bits as the system has them; Java's own permissions know nine of the twelve. */
    private static final String MODE = "unix:mode";

    @Override
    public InputStream read(String path) {
        return on("read", path, () -> Files.newInputStream(plainFile(paths.follow(path))));
    }

    @Override
    public void write(String path, InputStream content, WriteOptions options) {
        on("write", path, () -> {
            Path file = plainFile(paths.follow(path));
            Files.createDirectories(file.getParent());
            int mode = options.modeOr(Files.exists(file) ? entry(file).mode() : WriteOptions.MODE_OF_NEW_FILES);
            if (!options.atomic()) {
                return fill(file, content, mode);
            }
            Path draft = file.resolveSibling(".draft-" + UUID.randomUUID());
            try {
                return Files.move(fill(draft, content, mode), file, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(draft);
            }
        });
    }

    private static Path fill(Path file, InputStream content, int mode) throws IOException {
        try (OutputStream to = Files.newOutputStream(file)) {
            content.transferTo(to);
        }
        return Files.setAttribute(file, MODE, mode);
    }

    @Override
    public FileEntry stat(String path) {
        return on("look at", path, () -> entry(paths.locate(path)));
    }

    @Override
    public List<FileEntry> list(String directory) {
        return on("list", directory, () -> {
            List<FileEntry> entries = new ArrayList<>();
            try (Stream<Path> children = Files.list(paths.follow(directory))) {
                for (Path child : children.sorted().toList()) {
                    try {
                        entries.add(entry(child));
                    } catch (NoSuchFileException deletedMeanwhile) {
                        // A command deleted it between the listing and the look at it.
                    }
                }
            }
            return entries;
        });
    }

    @Override
    public void mkdirs(String directory) {
        on("make the directory", directory, () -> Files.createDirectories(paths.follow(directory)));
    }

    @Override
    public void delete(String path) {
        on("delete", path, () -> {
            Path file = existing(paths.locate(path));
            if (file.equals(paths.root())) {
                throw new FileSystemException(path, null, "the root of a sandbox goes when the sandbox is closed");
            }
            Store.deleteTree(file);
            return file;
        });
    }

    @Override
    public void move(String from, String to) {
        Path source = on("move", from, () -> existing(paths.locate(from)));
        on("move '" + from + "' to", to, () -> {
            Path target = paths.locate(to);
            Files.createDirectories(target.getParent());
            return Files.move(source, target, StandardCopyOption.REPLACE_EXISTING);
        });
    }

    @Override
    public void chmod(String path, int mode) {
        on("set the mode of", path, () -> Files.setAttribute(paths.follow(path), MODE, FileModes.require(mode)));
    }

    @Override
    public void link(String path, String target) {
        on("make the link", path, () -> {
            Path link = paths.locate(path);
            Files.createDirectories(link.getParent());
            Files.deleteIfExists(link);
            return Files.createSymbolicLink(link, paths.linkOutside(target));
        });
    }

    private FileEntry entry(Path file) throws IOException {
        BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        int mode = (Integer) Files.getAttribute(file, MODE, LinkOption.NOFOLLOW_LINKS) & 07777;
        return new FileEntry(
                paths.inside(file),
                type(found),
                found.isRegularFile() ? found.size() : 0,
                mode,
                found.lastModifiedTime().toInstant(),
                found.isSymbolicLink()
                        ? Optional.of(paths.linkInside(Files.readSymbolicLink(file)))
                        : Optional.empty());
    }

    private static FileType type(BasicFileAttributes found) {
        if (found.isSymbolicLink()) {
            return FileType.LINK;
        }
        if (found.isDirectory()) {
            return FileType.DIRECTORY;
        }
        return found.isRegularFile() ? FileType.FILE : FileType.OTHER;
    }

    /** A pipe or a device could wait for ever or touch the host, and a directory has no content. */
    private static Path plainFile(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new FileSystemException(file.toString(), null, "it is a directory, or no plain file");
        }
        return file;
    }

    private static Path existing(Path file) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new NoSuchFileException(file.toString());
        }
        return file;
    }

    /** Something done with files of the host. */
    private interface Work<T> {
        T run() throws IOException;
    }

    /** Do something, and turn what Java says about the host's file into what is said about the sandbox's. */
    private <T> T on(String what, String path, Work<T> work) {
        guard.run();
        try {
            return work.run();
        } catch (NoSuchFileException e) {
            throw new SandboxFileNotFoundException(
                    path,
                    Fault.of("Cannot " + what + " '" + path + "': there is no such file or directory")
                            .remedy("list its parent to see what is there")
                            .cause(e));
        } catch (IOException e) {
            String reason = e instanceof FileSystemException known && known.getReason() != null
                    ? known.getReason()
                    : e.getClass().getSimpleName();
            throw new SandboxFileException(
                    path,
                    Fault.of("Cannot " + what + " '" + path + "': " + reason)
                            .remedy("look at it with stat, and at its parents")
                            .cause(e));
        }
    }
}
