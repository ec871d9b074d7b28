package dev.sandboxed.api.files;

import dev.sandboxed.api.error.SandboxFileException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Reads and writes trees of the host, for provider authors who copy them in or out of a sandbox.
 *
 * <p>What comes out of a sandbox is hostile. It is checked as a whole before the first byte is written, and nothing is
 * ever written outside of the target.
 */
public final class HostTree {

    private final Path target;
    private final TransferProgress progress;

    /** Write to a target, which need not exist, and tell of every file. */
    public HostTree(Path target, TransferListener listener) {
        this.target = target;
        this.progress = new TransferProgress(listener);
    }

    /** Opens what a file of the sandbox holds. */
    @FunctionalInterface
    public interface Contents {

        /** Open the content of one of the entries that are written; it is closed after that. */
        InputStream open(FileEntry file) throws IOException;
    }

    /**
     * Something of the host that goes into a sandbox.
     *
     * @param file where it lies on the host
     * @param entry what it becomes inside
     */
    public record Item(Path file, FileEntry entry) {}

    /**
     * List a file, or a directory with all that is in it, parents before children. Links below it are not followed.
     *
     * @param source a real path, as {@link Path#toRealPath} gives it
     * @param inside the path that the source gets in the sandbox
     * @throws IOException if something cannot be looked at, or is neither a file, a directory nor a link
     */
    public static List<Item> list(Path source, String inside) throws IOException {
        List<Item> items = new ArrayList<>();
        Files.walkFileTree(source, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) throws IOException {
                return visitFile(dir, attributes);
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String below = source.relativize(file)
                        .toString()
                        .replace(file.getFileSystem().getSeparator(), "/");
                String path = below.isEmpty() ? inside : (inside.endsWith("/") ? inside : inside + "/") + below;
                items.add(new Item(file, describe(file, attributes, path)));
                return FileVisitResult.CONTINUE;
            }
        });
        return items;
    }

    private static FileEntry describe(Path file, BasicFileAttributes attributes, String path) throws IOException {
        if (attributes.isOther()) {
            throw new FileSystemException(file.toString(), null, "neither a file, a directory nor a link");
        }
        boolean link = attributes.isSymbolicLink();
        return new FileEntry(
                path,
                link ? FileType.LINK : attributes.isDirectory() ? FileType.DIRECTORY : FileType.FILE,
                attributes.isRegularFile() ? attributes.size() : 0,
                FileModes.toBits(Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS)),
                attributes.lastModifiedTime().toInstant(),
                link ? Files.readSymbolicLink(file).toString() : null);
    }

    /**
     * Write what a sandbox holds to the target: a file, or a directory with all that is in it.
     *
     * @param top what becomes the target; no link
     * @param below everything below it, parents before children
     * @throws SandboxFileException if a name or a link would leave the target, or an entry is neither a file, a directory
     *     nor a link; nothing is written then, unless a folder of the target itself leads out
     * @throws IOException if something cannot be read or written
     */
    public void write(FileEntry top, List<FileEntry> below, Contents contents) throws IOException {
        EscapeCheck check = new EscapeCheck(top, target);
        below.forEach(check::accept);
        if (top.isDirectory()) {
            writeTree(top, below, contents);
            return;
        }
        Path parent = target.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        writeFile(top, target, contents);
    }

    private void writeTree(FileEntry top, List<FileEntry> entries, Contents contents) throws IOException {
        Files.createDirectories(target.toAbsolutePath());
        Path realTarget = target.toRealPath();
        List<FileEntry> directories = new ArrayList<>();
        Path inside = realTarget;
        for (FileEntry entry : entries) {
            Path at = realTarget.resolve(TreeTransfer.relative(top.path(), entry.path()));
            Path parent = at.getParent();
            if (!inside.equals(parent)) {
                if (parent == null || !parent.toRealPath().startsWith(realTarget)) {
                    throw EscapeCheck.refused(entry, "lies behind a link that leaves '" + target + "'");
                }
                inside = parent;
            }
            switch (entry.type()) {
                case DIRECTORY -> {
                    Files.createDirectories(at);
                    directories.add(entry);
                }
                case LINK -> {
                    Files.deleteIfExists(at);
                    Files.createSymbolicLink(at, Path.of(entry.linkTarget().orElseThrow()));
                    progress.arrived(entry.path(), 0);
                }
                case FILE, OTHER -> writeFile(entry, at, contents);
            }
        }
        // A directory that may not be written gets its mode when nothing has to be written to it any more.
        Collections.reverse(directories);
        for (FileEntry directory : directories) {
            setMode(realTarget.resolve(TreeTransfer.relative(top.path(), directory.path())), directory.mode());
        }
        setMode(realTarget, top.mode());
    }

    private void writeFile(FileEntry entry, Path at, Contents contents) throws IOException {
        long size;
        try (InputStream content = contents.open(entry)) {
            size = Files.copy(content, at, StandardCopyOption.REPLACE_EXISTING);
        }
        setMode(at, entry.mode());
        progress.arrived(entry.path(), size);
    }

    private static void setMode(Path path, int mode) throws IOException {
        Files.setPosixFilePermissions(path, FileModes.toPermissions(mode));
    }
}
