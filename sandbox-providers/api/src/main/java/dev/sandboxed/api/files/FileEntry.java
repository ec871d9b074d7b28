package dev.sandboxed.api.files;

import java.time.Instant;
import java.util.Optional;

/**
 * What is known about a file without opening it. Links are not followed.
 *
 * @param path absolute path inside the sandbox
 * @param type what it is
 * @param size bytes of a regular file
 * @param mode permission bits, as in {@code 0644}
 * @param modified time of the last change
 * @param linkTarget where a link points, as it is written in the link; empty for everything else
 */
public record FileEntry(
        String path, FileType type, long size, int mode, Instant modified, Optional<String> linkTarget) {

    /** Give the last part of the path. */
    public String name() {
        return path.substring(path.lastIndexOf('/') + 1);
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
}
