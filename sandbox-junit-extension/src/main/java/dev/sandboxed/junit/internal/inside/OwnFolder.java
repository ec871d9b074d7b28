package dev.sandboxed.junit.internal.inside;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.junit.InsideSandboxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A folder that nobody else can put anything into. The default one lies where everybody may make folders, and classes are run from it. */
final class OwnFolder {

    private OwnFolder() {}

    /**
     * Makes a folder, for this user alone, or takes one that is there.
     *
     * @throws InsideSandboxException if it, or the folder that it is in, belongs to somebody else, or others may write there
     */
    static Path in(Path state, String name) throws IOException {
        make(state);
        Path folder = state.toRealPath().resolve(name);
        make(folder);
        Path probe = Files.createTempDirectory(folder, ".owner-");
        try {
            Object user = Files.getOwner(probe);
            for (Path each : new Path[] {folder.getParent(), folder}) {
                if (!Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)
                        || !Files.getOwner(each, LinkOption.NOFOLLOW_LINKS).equals(user)
                        || isOpen(each)) {
                    throw foreign(each);
                }
            }
        } finally {
            Files.delete(probe);
        }
        return folder;
    }

    private static void make(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
    }

    private static boolean isOpen(Path folder) throws IOException {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(folder);
        return permissions.contains(PosixFilePermission.GROUP_WRITE)
                || permissions.contains(PosixFilePermission.OTHERS_WRITE);
    }

    private static InsideSandboxException foreign(Path folder) {
        return new InsideSandboxException(
                Fault.of("The folder " + folder + " is not this user's own, or others may write there, and classes of"
                                + " tests are not kept in such a one")
                        .remedy("set sandbox.stateDir to a folder of your own, or run chmod go-w " + folder));
    }
}
