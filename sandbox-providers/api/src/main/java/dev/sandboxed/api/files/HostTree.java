package dev.sandboxed.api.files;

import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.internal.files.FileModes;
import dev.sandboxed.api.internal.files.TransferBudget;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads and writes trees of the host, for provider authors who copy them in or out of a sandbox.
 *
 * <p>What comes out of a sandbox is hostile. It is checked as a whole before the first byte is written, and nothing is
 * ever written outside of the target.
 */
public final class HostTree {

    private final Path target;
    private final DownloadOptions options;

    /** Writes to a target, which need not exist. */
    public HostTree(Path target, DownloadOptions options) {
        this.target = target;
        this.options = options;
    }

    /** Opens what a file of the sandbox holds. */
    @FunctionalInterface
    public interface Contents {

        /** Opens the content of one of the entries that are written; it is closed after that. */
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
     * Lists a file, or a directory with all that is in it, parents before children. Links below it are not followed.
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
                link ? Optional.of(Files.readSymbolicLink(file).toString()) : Optional.empty());
    }

    /**
     * Writes what a sandbox holds to the target: a file, or a directory with all that is in it. All of it is put together
     * beside its place first, so that whatever fails leaves the target as it was.
     *
     * @param top what becomes the target; no link
     * @param below everything below it, parents before children
     * @throws SandboxFileException if a name or a link would leave the target, an entry is neither a file, a directory nor a
     *     link, or a directory would replace a link of the target
     * @throws dev.sandboxed.api.limit.ResourceLimitException if there are more bytes than the budget
     * @throws IOException if something cannot be read or written
     */
    public void write(FileEntry top, List<FileEntry> below, Contents contents) throws IOException {
        EscapeCheck check = new EscapeCheck(top, target);
        below.forEach(check::accept);
        TransferBudget budget = new TransferBudget(top.path(), options.budget());
        budget.announce(Stream.concat(Stream.of(top), below.stream())
                .mapToLong(FileEntry::size)
                .reduce(0, HostTree::addUp));
        new ArrivingTree(top, target, options.progress(), budget).write(below, contents);
    }

    private static long addUp(long sum, long size) {
        return sum < 0 || size > Long.MAX_VALUE - sum ? -1 : sum + size;
    }
}
