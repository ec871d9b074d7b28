package dev.sandboxed.api.files;

import java.time.Instant;
import java.util.Optional;

/**
 * What is known about a file without opening it. Links are not followed.
 *
 * @param path absolute path inside the sandbox
 * @param relativePath path below the directory that was listed, walked or searched; the name where one entry was looked at
 * @param type what it is
 * @param size bytes of a regular file
 * @param mode permission bits, as in {@code 0644}
 * @param modified time of the last change
 * @param linkTarget where a link points, as it is written in the link; empty for everything else
 */
public record FileEntry(
        String path,
        String relativePath,
        FileType type,
        long size,
        int mode,
        Instant modified,
        Optional<String> linkTarget) {

    /** Creates an entry that is seen from its own directory. */
    public FileEntry(String path, FileType type, long size, int mode, Instant modified, Optional<String> linkTarget) {
        this(path, nameOf(path), type, size, mode, modified, linkTarget);
    }

    /** Returns this entry with another {@link #relativePath()}. */
    public FileEntry withRelativePath(String below) {
        return new FileEntry(path, below, type, size, mode, modified, linkTarget);
    }

    /** Returns the path below a directory that the entry lies below. */
    String pathBelow(String directory) {
        return path.substring(directory.endsWith("/") ? directory.length() : directory.length() + 1);
    }

    /** Returns the last part of the path. */
    public String name() {
        return nameOf(path);
    }

    public boolean isFile() {
        return type == FileType.FILE;
    }

    public boolean isDirectory() {
        return type == FileType.DIRECTORY;
    }

    public boolean isLink() {
        return type == FileType.LINK;
    }

    private static String nameOf(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
