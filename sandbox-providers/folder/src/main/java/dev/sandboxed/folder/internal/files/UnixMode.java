package dev.sandboxed.folder.internal.files;

import dev.sandboxed.process.internal.posix.Starts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** All twelve permission bits of a file; Java's own permissions know nine of them. */
public final class UnixMode {

    private static final String ATTRIBUTE = "unix:mode";
    private static final int PERMISSIONS = 07777;
    private static final int EXECUTABLE = 0111;

    private UnixMode() {}

    /** Reads the bits; a link is not followed. */
    public static int of(Path file) throws IOException {
        return (Integer) Files.getAttribute(file, ATTRIBUTE, LinkOption.NOFOLLOW_LINKS) & PERMISSIONS;
    }

    /** Sets the bits. What can be executed afterwards is not busy: no child of ours has it open for writing any more. */
    public static void set(Path file, int mode) throws IOException {
        Files.setAttribute(file, ATTRIBUTE, mode & PERMISSIONS);
        if ((mode & EXECUTABLE) != 0) {
            Starts.awaitThoseUnderWay();
        }
    }
}
