package dev.sandboxed.api.files;

/**
 * How a file is written.
 *
 * @param mode permission bits of the file
 * @param atomic whether readers see the old content or the new one and never a part
 */
public record WriteOptions(int mode, boolean atomic) {

    /** Mode 0644, written in place. */
    public static final WriteOptions DEFAULT = new WriteOptions(0644, false);

    /**
     * Check the mode.
     *
     * @throws IllegalArgumentException if it is outside 0 to 07777
     */
    public WriteOptions {
        FileModes.require(mode);
    }

    public WriteOptions withMode(int bits) {
        return new WriteOptions(bits, atomic);
    }

    public WriteOptions atomically() {
        return new WriteOptions(mode, true);
    }
}
