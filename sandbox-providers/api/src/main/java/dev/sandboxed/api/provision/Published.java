package dev.sandboxed.api.provision;

import java.util.Optional;

/**
 * A file that was published once and does not change.
 *
 * @param path where it is, relative to its site
 * @param checksum what tells it from all others
 * @param member what is wanted of it, by its whole name inside, if it is an archive (tar, compressed with gzip); empty if it is
 *     wanted as it is
 */
public record Published(String path, Checksum checksum, Optional<String> member) {

    /**
     * Describes a program as it is.
     *
     * @param sha512 its checksum, 128 digits and letters in lower case
     * @throws IllegalArgumentException if the checksum is none
     */
    public Published(String path, String sha512) {
        this(path, Checksum.sha512(sha512), Optional.empty());
    }

    /**
     * Describes an archive, and the program in it.
     *
     * @param checksum that of the archive
     * @param member the name of the program in the archive, with its folders
     */
    public static Published archive(String path, Checksum checksum, String member) {
        return new Published(path, checksum, Optional.of(member));
    }
}
