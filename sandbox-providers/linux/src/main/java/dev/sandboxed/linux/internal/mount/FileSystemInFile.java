package dev.sandboxed.linux.internal.mount;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A file system that lies in a file of the host, and holds no more than that file can. */
public final class FileSystemInFile {

    /** The program that makes it. */
    public static final String MAKER = "mkfs.ext4";

    /**
     * Arguments: the file and the folder. Nothing has to survive a crash of the host, so there is no journal, and no time is spent
     * on what the file has already, which is nothing but zeros. Files need not be large on the average.
     */
    private static final String SCRIPT = MAKER + """
             -q -F -b 4096 -i 8192 -m 0 -O ^has_journal,^resize_inode \\
                -E lazy_itable_init=1,nodiscard,root_owner=0:0 "$1" &&
            mount -t ext4 -o loop,nosuid,nodev,noatime,noinit_itable "$1" "$2" &&
            rmdir "$2/lost+found"
            """;

    private FileSystemInFile() {}

    /**
     * Returns the command line that makes one and mounts it, for the whole host. It takes root.
     *
     * @param file where it lies: a file of the size that it shall have, full of zeros
     * @param folder where it is mounted; must exist
     */
    public static List<String> mounting(Path file, Path folder) {
        return List.of("/bin/sh", "-c", SCRIPT, "sh", file.toString(), folder.toString());
    }

    /** Returns the command line that does the same for nobody but itself, and fails where it cannot be done. */
    public static List<String> tryingOut(Path file, Path folder) {
        List<String> all = new ArrayList<>(List.of("/usr/bin/unshare", "--mount", "--propagation", "private"));
        all.addAll(mounting(file, folder));
        return all;
    }
}
