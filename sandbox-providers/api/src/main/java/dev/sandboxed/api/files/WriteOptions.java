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
        if (mode < 0 || mode > 07777) {
            throw new IllegalArgumentException(
                    "A mode must be between 0 and 07777, but was " + mode + "; write it in octal, as in 0644");
        }
    }

    public WriteOptions withMode(int bits) {
        return new WriteOptions(bits, atomic);
    }

    public WriteOptions atomically() {
        return new WriteOptions(mode, true);
    }
}
