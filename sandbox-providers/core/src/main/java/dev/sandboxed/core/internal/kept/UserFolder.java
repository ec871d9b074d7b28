package dev.sandboxed.core.internal.kept;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Folders of this user, which nobody else can put anything into. The state folder lies where everybody may make folders, unless told otherwise. */
public final class UserFolder {

    private static final int ROOT = 0;
    private static final int WRITABLE_BY_OTHERS = 0022;
    private static final int STICKY = 01000;

    private UserFolder() {}

    /** Makes a folder for this user alone, unless it is there. */
    public static void make(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
    }

    /** Returns whether something is a folder, no link to one, that belongs to this user and that nobody else may write to. */
    public static boolean isOwn(Path folder) throws IOException {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS);
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && isThisUser(Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS))
                && !permissions.contains(PosixFilePermission.GROUP_WRITE)
                && !permissions.contains(PosixFilePermission.OTHERS_WRITE);
    }

    /**
     * Checks a folder that is there. Nothing is written.
     *
     * @throws IOException if it belongs to somebody else, or others may write there or replace it
     */
    static void require(Path folder) throws IOException {
        if (!isOwn(folder)) {
            throw foreign(folder);
        }
        Path parent = folder.toAbsolutePath().getParent();
        if (parent != null && isReplaceableIn(parent)) {
            throw foreign(parent);
        }
    }

    /** Whoever owns or can write the folder above could put another one in place of ours, unless it is sticky. */
    private static boolean isReplaceableIn(Path parent) throws IOException {
        int mode = (Integer) Files.getAttribute(parent, "unix:mode");
        boolean trusted = Files.getAttribute(parent, "unix:uid").equals(ROOT) || isThisUser(Files.getOwner(parent));
        return !trusted || ((mode & WRITABLE_BY_OTHERS) != 0 && (mode & STICKY) == 0);
    }

    private static IOException foreign(Path folder) {
        return new IOException("the folder '" + folder
                + "' is not this user's own, or others may write there; set sandbox.stateDir to a folder of your own");
    }

    private static boolean isThisUser(UserPrincipal owner) throws IOException {
        Optional<String> name = ProcessHandle.current().info().user();
        return name.isPresent() ? owner.getName().equals(name.get()) : owner.equals(ownerOfNewFiles());
    }

    /** In a container, a user may have a number alone. */
    private static UserPrincipal ownerOfNewFiles() throws IOException {
        Path probe = Files.createTempFile("sandboxed-", ".owner");
        try {
            return Files.getOwner(probe);
        } finally {
            Files.delete(probe);
        }
    }

    /** Removes a file, or a folder with all that is in it; links are not followed. */
    static void remove(Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> found = Files.walk(folder)) {
            all = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.deleteIfExists(each);
        }
    }
}
