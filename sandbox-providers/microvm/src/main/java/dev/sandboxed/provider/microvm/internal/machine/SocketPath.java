package dev.sandboxed.provider.microvm.internal.machine;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.folder.internal.store.Checksum;
import dev.sandboxed.folder.internal.store.FolderTrust;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Where the sockets of a machine are reached. An address of the kernel has little room, so that a folder with a long name is
 * reached through a link with a short one.
 */
public final class SocketPath {

    /** What an address of the kernel has room for. */
    private static final int LONGEST = 107;

    private static final int DIGITS = 16;

    private SocketPath() {}

    /**
     * Returns the path of a socket.
     *
     * @param folder where it is, or will be
     * @throws IOException if there is no room for a link in the folder for temporary files
     * @throws SandboxStartException if even the link is longer than any socket's path can be
     */
    public static Path in(Path folder, String name) throws IOException {
        if (fits(folder.resolve(name))) {
            return folder.resolve(name);
        }
        Path link = linkTo(folder);
        if (!fits(link.resolve(name))) {
            throw new SandboxStartException(Fault.of("The socket of a machine would be at '" + link.resolve(name)
                            + "'; the kernel takes " + LONGEST + " bytes")
                    .remedy("choose a folder for temporary files with a shorter name, with -Djava.io.tmpdir"));
        }
        prepare(link.resolveSibling("."));
        try {
            Files.createSymbolicLink(link, folder);
        } catch (FileAlreadyExistsException e) {
            // The other sockets of this machine are there as well.
        }
        return link.resolve(name);
    }

    /** Removes the link to a folder; it may be absent. */
    public static void forget(Path folder) throws IOException {
        Files.deleteIfExists(linkTo(folder));
    }

    /** Nobody else may put links there: whoever could would be talked to in place of the machine. */
    private static void prepare(Path folder) throws IOException {
        try {
            Files.createDirectory(
                    folder.normalize(),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (FileAlreadyExistsException e) {
            // It is checked below whose it is.
        }
        FolderTrust.require(folder.normalize());
    }

    private static Path linkTo(Path folder) {
        return HostPlatform.temporaryFolder()
                .resolve("sandboxed-sockets-" + HostPlatform.userId())
                .resolve(Checksum.of(folder.toString()).substring(0, DIGITS));
    }

    private static boolean fits(Path path) {
        return path.toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST;
    }
}
