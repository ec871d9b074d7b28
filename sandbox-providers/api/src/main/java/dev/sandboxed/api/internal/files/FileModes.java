package dev.sandboxed.api.internal.files;

import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/** Translates permission bits to Java's permissions and back, for whoever copies files between host and sandbox. */
public final class FileModes {

    /** The permissions from the lowest bit up. */
    private static final PosixFilePermission[] BITS = {
        PosixFilePermission.OTHERS_EXECUTE, PosixFilePermission.OTHERS_WRITE, PosixFilePermission.OTHERS_READ,
        PosixFilePermission.GROUP_EXECUTE, PosixFilePermission.GROUP_WRITE, PosixFilePermission.GROUP_READ,
        PosixFilePermission.OWNER_EXECUTE, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_READ
    };

    private static final int ALL = 07777;

    private FileModes() {}

    /**
     * Refuses what is not twelve permission bits.
     *
     * @throws IllegalArgumentException if it is outside 0 to 07777
     */
    public static int require(int mode) {
        if (mode < 0 || mode > ALL) {
            throw new IllegalArgumentException(
                    "A mode must be between 0 and 07777, but was " + mode + "; write it in octal, as in 0644");
        }
        return mode;
    }

    public static int toBits(Set<PosixFilePermission> permissions) {
        int mode = 0;
        for (int bit = 0; bit < BITS.length; bit++) {
            mode |= permissions.contains(BITS[bit]) ? 1 << bit : 0;
        }
        return mode;
    }

    /** Translates the lowest nine bits; set-user-id, set-group-id and sticky have no counterpart in Java. */
    public static Set<PosixFilePermission> toPermissions(int mode) {
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        for (int bit = 0; bit < BITS.length; bit++) {
            if ((mode & 1 << bit) != 0) {
                permissions.add(BITS[bit]);
            }
        }
        return permissions;
    }
}
