package dev.sandboxed.linux.internal.mount;

import dev.sandboxed.linux.internal.libc.HostPlatform;
import java.nio.file.Path;

/**
 * A folder as somebody sees it who has changes of his own to it; the folder itself stays as it is.
 *
 * @param lower the folder
 * @param upper where the changes are; on a file system that can hold such, which another overlay cannot
 * @param work an empty folder on the same file system, for the kernel
 * @param target where both show as one
 */
public record Overlay(Path lower, Path upper, Path work, Path target) {

    /** Since Linux 5.10. */
    private static final boolean KNOWS_VOLATILE = !HostPlatform.description().matches("Linux ([0-4]|5\\.[0-9])\\..*");

    /** Writes how it is mounted. */
    public String options() {
        String options = "lowerdir=" + escaped(lower) + ",upperdir=" + escaped(upper) + ",workdir=" + escaped(work);
        // Nobody needs the changes after a crash of the host, and to sync them would hold up the end of a sandbox.
        return KNOWS_VOLATILE ? options + ",volatile" : options;
    }

    /** A comma would end the option, and a colon the folder. */
    private static String escaped(Path path) {
        return path.toString().replaceAll("[\\\\,:]", "\\\\$0");
    }
}
