package dev.sandboxed.linux.internal.host;

/**
 * A file or folder in which the kernel speaks of the whole host, whoever asks.
 *
 * @param path where it is; not all hosts have it
 * @param access what is left of it inside
 * @param reason what a sandbox could do with it
 */
public record KernelFile(String path, Access access, String reason) {

    /** What a sandbox may do with such a file. */
    public enum Access {
        /** It is there, and nothing is in it: an empty file or an empty folder. */
        HIDDEN,
        /** It can be read and not be written. */
        READ_ONLY
    }
}
