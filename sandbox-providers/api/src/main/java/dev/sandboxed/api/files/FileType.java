package dev.sandboxed.api.files;

/** What an entry of a directory is. */
public enum FileType {
    /** A regular file. */
    FILE,
    /** A directory. */
    DIRECTORY,
    /** A symbolic link. */
    LINK,
    /** A pipe, socket or device. */
    OTHER
}
