package dev.sandboxed.wire.internal;

import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.FileType;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known about a file.
 *
 * @param path where it is, absolute
 * @param relativePath where it is below the directory that was listed
 * @param type {@code file}, {@code directory}, {@code link} or {@code other}
 * @param size bytes of a regular file
 * @param mode permission bits as a number
 * @param modified time of the last change
 * @param linkTarget where a link points
 */
public record EntryWords(
        String path,
        String relativePath,
        String type,
        long size,
        int mode,
        String modified,
        @Nullable String linkTarget) {

    /** Those of a directory. */
    public record All(List<EntryWords> entries) {

        public static All of(List<FileEntry> entries) {
            return new All(entries.stream().map(EntryWords::of).toList());
        }
    }

    public static EntryWords of(FileEntry entry) {
        return new EntryWords(
                entry.path(),
                entry.relativePath(),
                entry.type().name().toLowerCase(Locale.ROOT),
                entry.size(),
                entry.mode(),
                entry.modified().toString(),
                entry.linkTarget().orElse(null));
    }

    /**
     * Returns the entry.
     *
     * @throws java.time.DateTimeException if the time cannot be read
     * @throws IllegalArgumentException if there is no such type
     */
    public FileEntry entry() {
        return new FileEntry(
                path,
                relativePath,
                FileType.valueOf(type.toUpperCase(Locale.ROOT)),
                size,
                mode,
                Instant.parse(modified),
                Optional.ofNullable(linkTarget));
    }
}
