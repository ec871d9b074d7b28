package dev.sandboxed.folder.internal.layers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** What the kernel leaves in the upper layer of an overlay for a file of the lower one that was deleted. */
public final class Whiteout {

    private static final int TYPE = 0170000;
    private static final int CHARACTER_DEVICE = 0020000;

    private Whiteout() {}

    /** Returns whether a file that is there stands for one that is gone: it is a device, and has no number. */
    public static boolean is(Path file) throws IOException {
        int mode = (Integer) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        return (mode & TYPE) == CHARACTER_DEVICE
                && Files.getAttribute(file, "unix:rdev", LinkOption.NOFOLLOW_LINKS)
                        .equals(0L);
    }
}
