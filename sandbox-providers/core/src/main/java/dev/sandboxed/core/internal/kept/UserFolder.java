package dev.sandboxed.core.internal.kept;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Folders of this user, which nobody else can put anything into. The state folder lies where everybody may make folders, unless told otherwise. */
final class UserFolder {

    private UserFolder() {}

    /** Makes a folder for this user alone, unless it is there. */
    static void make(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
    }

    /**
     * Checks a folder that is there.
     *
     * @throws IOException if it belongs to somebody else, or others may write there
     */
    static void require(Path folder) throws IOException {
        Path probe = Files.createTempFile(folder, ".new-", ".owner");
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS);
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    || !Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(probe))
                    || permissions.contains(PosixFilePermission.GROUP_WRITE)
                    || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
                throw new IOException(
                        "the folder '" + folder
                                + "' is not this user's own, or others may write there; set sandbox.stateDir to a folder of your own");
            }
        } finally {
            Files.delete(probe);
        }
    }

    /** Removes a folder with all that is in it; links are not followed. */
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
