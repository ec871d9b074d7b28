package dev.sandboxed.api.files;

import dev.sandboxed.api.internal.files.FileModes;
import org.jspecify.annotations.Nullable;

/**
 * How a file is written.
 *
 * @param mode permission bits of the file, or none to keep those of a file that is replaced
 * @param atomic whether readers see the old content or the new one and never a part
 */
public record WriteOptions(@Nullable Integer mode, boolean atomic) {

    /** The permission bits of a file that was not there before and for which no others were asked. */
    public static final int MODE_OF_NEW_FILES = 0644;

    /** Keeps the mode of a file that is there, written in place. */
    public static final WriteOptions DEFAULT = new WriteOptions(null, false);

    /**
     * Checks the mode.
     *
     * @throws IllegalArgumentException if it is outside 0 to 07777
     */
    public WriteOptions {
        if (mode != null) {
            FileModes.require(mode);
        }
    }

    /** Asks for permission bits, whatever those of a file are that is replaced. */
    public WriteOptions withMode(int bits) {
        return new WriteOptions(bits, atomic);
    }

    public WriteOptions atomically() {
        return new WriteOptions(mode, true);
    }

    /** Returns the bits that were asked for, or otherwise those that the file has. */
    public int modeOr(int existing) {
        return mode == null ? existing : mode;
    }
}
