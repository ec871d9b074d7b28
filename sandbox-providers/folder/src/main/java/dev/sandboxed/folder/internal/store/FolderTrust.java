package dev.sandboxed.folder.internal.store;

import dev.sandboxed.linux.internal.libc.HostPlatform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/**
 * Refuses a folder that somebody else could have prepared. Temporary folders are shared by all users, and what lies in ours
 * decides what is deleted.
 */
public final class FolderTrust {

    private static final int ROOT = 0;
    private static final int OTHERS_WRITE = 0002;
    private static final int STICKY = 01000;

    private FolderTrust() {}

    /**
     * Checks a folder of ours.
     *
     * @throws IOException if it is a link, belongs to another user, or others may write to it or replace it
     */
    public static void require(Path folder) throws IOException {
        Path parent = folder.toAbsolutePath().getParent();
        if (parent != null) {
            requireParent(parent);
        }
        PosixFileAttributes attributes =
                Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        int owner = (Integer) Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        int self = HostPlatform.userId();
        Set<PosixFilePermission> permissions = attributes.permissions();
        boolean open = permissions.contains(PosixFilePermission.GROUP_WRITE)
                || permissions.contains(PosixFilePermission.OTHERS_WRITE);
        if (!attributes.isDirectory() || owner != self || open) {
            throw new IOException("'" + folder + "' is not a folder that only this user can write (owner " + owner
                    + ", this user " + self + ", a folder: " + attributes.isDirectory() + ", others may write: " + open
                    + ")");
        }
    }

    /** Whoever owns or can write the folder above could put another one in place of ours, unless it is sticky. */
    private static void requireParent(Path parent) throws IOException {
        int owner = (Integer) Files.getAttribute(parent, "unix:uid");
        int mode = (Integer) Files.getAttribute(parent, "unix:mode");
        boolean replaceable = (mode & OTHERS_WRITE) != 0 && (mode & STICKY) == 0;
        if ((owner != ROOT && owner != HostPlatform.userId()) || replaceable) {
            throw new IOException("'" + parent + "' above it belongs to user " + owner
                    + (replaceable ? " and everybody may write to it" : ""));
        }
    }
}
