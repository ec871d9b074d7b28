package dev.sandboxed.api.files;

import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.internal.files.Glob;
import dev.sandboxed.api.limit.DataSize;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The files of a sandbox. Paths are absolute inside the sandbox, or relative to its workdir, and written with {@code /}.
 *
 * <p>All methods throw
 * <ul>
 *   <li>{@link dev.sandboxed.api.error.SandboxFileNotFoundException} when something that must exist does not,
 *   <li>{@link dev.sandboxed.api.error.SandboxFileException} when it is a directory where a file is needed or the reverse,
 *       may not be read or written, leaves the sandbox through {@code ..} or a link, or does not fit on the disk; its
 *       {@code reason()} is a {@link FileFailure},
 *   <li>{@link dev.sandboxed.api.error.SandboxDestroyedException} after the sandbox was closed.
 * </ul>
 *
 * <p>For implementors: the abstract methods are all that is needed. Override the others only where the runtime can do them
 * in fewer round trips.
 */
public interface SandboxFiles {

    /** How much of a file is read into memory unless more is asked for. */
    DataSize MOST_IN_MEMORY = DataSize.ofMebibytes(64);

    /** Opens a file for reading; links inside the sandbox are followed. The caller closes the stream. */
    InputStream read(String path);

    /**
     * Replaces a file with the content of a stream, making missing parents. The stream is read to its end, not closed. A file
     * that was there keeps its mode unless the options ask for one.
     */
    void write(String path, InputStream content, WriteOptions options);

    /** Returns what is known about one entry; a link is not followed. */
    FileEntry stat(String path);

    /** Lists a directory, sorted by name. */
    List<FileEntry> list(String directory);

    /** Creates a directory and its missing parents; one that exists is left as it is. */
    void mkdirs(String directory);

    /**
     * Deletes a file, a link (not its target) or an empty directory.
     *
     * @throws dev.sandboxed.api.error.SandboxFileException with {@link FileFailure#NOT_EMPTY} if it is a directory with
     *     something in it; use {@link #deleteAll} for such
     */
    void delete(String path);

    /** Moves or renames; a file at the new place is replaced, missing parents are made. */
    void move(String from, String to);

    /** Sets the permission bits, as in {@code 0755}. */
    void chmod(String path, int mode);

    /** Creates a symbolic link at {@code path} that says {@code target}. */
    void link(String path, String target);

    /** Returns whether there is something; a link counts whether or not its target exists. */
    default boolean exists(String path) {
        try {
            stat(path);
            return true;
        } catch (dev.sandboxed.api.error.SandboxFileNotFoundException absent) {
            return false;
        }
    }

    /**
     * Reads a whole file into memory.
     *
     * @throws dev.sandboxed.api.limit.ResourceLimitException if it has more than {@link #MOST_IN_MEMORY}
     */
    default byte[] readBytes(String path) {
        return readBytes(path, MOST_IN_MEMORY);
    }

    /**
     * Reads a whole file into memory, if it is not too large.
     *
     * @throws dev.sandboxed.api.limit.ResourceLimitException if it has more than {@code most}; use {@link #read} for such
     */
    default byte[] readBytes(String path, DataSize most) {
        return BoundedRead.of(this, path, most);
    }

    /**
     * Reads a whole file as UTF-8.
     *
     * @throws dev.sandboxed.api.limit.ResourceLimitException if it has more than {@link #MOST_IN_MEMORY}
     */
    default String readText(String path) {
        return readText(path, MOST_IN_MEMORY);
    }

    /**
     * Reads a whole file as UTF-8, if it is not too large.
     *
     * @throws dev.sandboxed.api.limit.ResourceLimitException if it has more than {@code most}
     */
    default String readText(String path, DataSize most) {
        return new String(readBytes(path, most), StandardCharsets.UTF_8);
    }

    /** Replaces a file with the content of a stream, as {@link #write(String, InputStream, WriteOptions)} does. */
    default void write(String path, InputStream content) {
        write(path, content, WriteOptions.DEFAULT);
    }

    /** Replaces a file with these bytes, making missing parents. */
    default void write(String path, byte[] content) {
        write(path, content, WriteOptions.DEFAULT);
    }

    /** Replaces a file with these bytes, making missing parents. */
    default void write(String path, byte[] content, WriteOptions options) {
        write(path, new ByteArrayInputStream(content), options);
    }

    /** Replaces a file with text as UTF-8, making missing parents. */
    default void write(String path, String text) {
        write(path, text, WriteOptions.DEFAULT);
    }

    /** Replaces a file with text as UTF-8, making missing parents. */
    default void write(String path, String text, WriteOptions options) {
        write(path, text.getBytes(StandardCharsets.UTF_8), options);
    }

    /** Writes many files; in one round trip where the runtime can. Those that were there keep their modes. */
    default void writeAll(Map<String, byte[]> contents) {
        contents.forEach(this::write);
    }

    /** Writes many files with text as UTF-8, as {@link #writeAll} does. */
    default void writeTexts(Map<String, String> texts) {
        Map<String, byte[]> contents = new LinkedHashMap<>();
        texts.forEach((path, text) -> contents.put(path, text.getBytes(StandardCharsets.UTF_8)));
        writeAll(contents);
    }

    /**
     * Deletes a file, a link (not its target) or a directory with all that is in it. What could be deleted before a failure
     * stays deleted.
     */
    default void deleteAll(String path) {
        if (stat(path).isDirectory()) {
            list(path).forEach(entry -> deleteAll(entry.path()));
        }
        delete(path);
    }

    /** Lists a directory and all below it, parents before children; links are listed and not followed. */
    default List<FileEntry> walk(String directory) {
        return walk(directory, Integer.MAX_VALUE);
    }

    /**
     * Lists a directory and what lies at most this deep below it, parents before children; links are listed and not followed.
     *
     * @param depth 1 for what lies in the directory itself, as {@link #list} does
     * @throws IllegalArgumentException if the depth is less than 1
     */
    default List<FileEntry> walk(String directory, int depth) {
        return new TreeWalk(this, directory).to(depth);
    }

    /** Finds everything below a directory whose path, relative to it, matches the {@link Glob}. */
    default List<FileEntry> glob(String directory, String pattern) {
        Glob glob = Glob.of(pattern);
        return walk(directory).stream()
                .filter(entry -> glob.matches(entry.relativePath()))
                .toList();
    }

    /**
     * Makes the changes of a patch to the files of the workdir. All are tried first, and none is made if one does not fit; a disk that is full
     * meanwhile leaves a part of them. Lines are found by their content, so
     * that a patch fits although lines were added before them.
     *
     * @throws PatchRejectedException if it does not fit the files that are there
     * @throws dev.sandboxed.api.limit.ResourceLimitException if one of them has more than {@link #MOST_IN_MEMORY}, or all that are made
     *     together more than twice as much
     */
    default void apply(Patch patch) {
        new PatchApplication(this).apply(patch);
    }

    /** Copies a file, or a directory with all that is in it, from the host; modes and links are kept. */
    default void upload(Path source, String target) {
        upload(source, target, TransferListener.SILENT);
    }

    default void upload(Path source, String target, TransferListener progress) {
        new TreeTransfer(this).upload(source, target, progress);
    }

    /**
     * Copies a file, or a directory with all that is in it, to the host; modes and links are kept.
     *
     * <p>Nothing is written outside {@code target}: a name or link that would leave it refuses the whole download before
     * anything is written. Holes of files stay holes.
     *
     * @throws dev.sandboxed.api.limit.ResourceLimitException if there are more bytes than {@link DownloadOptions#DEFAULT}
     *     allows
     */
    default void download(String source, Path target) {
        download(source, target, DownloadOptions.DEFAULT);
    }

    default void download(String source, Path target, TransferListener progress) {
        download(source, target, DownloadOptions.DEFAULT.withProgress(progress));
    }

    /**
     * Copies a file, or a directory with all that is in it, to the host within a budget.
     *
     * @throws dev.sandboxed.api.limit.ResourceLimitException if there are more bytes than the budget
     */
    default void download(String source, Path target, DownloadOptions options) {
        new TreeTransfer(this).download(source, target, options);
    }
}
