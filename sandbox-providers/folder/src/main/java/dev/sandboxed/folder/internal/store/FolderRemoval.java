package dev.sandboxed.folder.internal.store;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.internal.thread.Interruption;
import dev.sandboxed.linux.internal.files.Held;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.linux.internal.mount.MountPoints;
import dev.sandboxed.process.HostTool;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;

/**
 * Removes a folder with all that is in it: links are not followed, and folders without permission are opened first.
 *
 * <p>Somebody may still be at work in it and swap folders for links. So each folder is held while it is emptied, and whatever
 * is removed is removed from a folder that is held.
 */
public final class FolderRemoval {

    private static final Duration LONGEST = Duration.ofMinutes(1);
    /** Each level holds a folder open, of which a process can have about a thousand. */
    private static final int DEEPEST = 200;
    /** Whoever is at work may put something new into a folder that has just been emptied. */
    private static final int ATTEMPTS = 10;

    private static final int OWNER_MAY_ALL = 0700;

    private FolderRemoval() {}

    /**
     * Removes the folder or file, which may be absent. What is mounted below it is unmounted and stays as it is: a runtime
     * that was killed at the wrong moment leaves a mount behind.
     *
     * @throws IOException if something of it is left
     */
    public static void remove(Path folder) throws IOException {
        Path whole = folder.toAbsolutePath();
        Path name = whole.getFileName();
        if (name == null || !Files.exists(whole, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        // The folder around it is not among what others can change, and may well be reached through a link.
        Path around = whole.resolveSibling(".").toRealPath();
        if (HostPlatform.isRoot()) {
            MountPoints.detachBelow(around.resolve(name));
        }
        try (Held parent = Held.at(around)) {
            remove(parent, name);
        } catch (FileSystemException e) {
            removeByProgram(whole);
            if (Files.exists(whole, LinkOption.NOFOLLOW_LINKS)) {
                throw e;
            }
        }
    }

    /**
     * Removes what has a name in a folder that is held. It may be absent.
     *
     * @throws IOException if something of it is left
     */
    public static void remove(Held folder, Path name) throws IOException {
        remove(folder, name, 0);
    }

    private static void remove(Held folder, Path name, int depth) throws IOException {
        if (depth > DEEPEST) {
            throw new FileSystemException(name.toString(), null, "it lies deeper than " + DEEPEST + " folders");
        }
        for (int attempt = 1; !isDeleted(folder, name, attempt); attempt++) {
            try (Held inner = folder.child(name)) {
                empty(inner, depth);
            } catch (NoSuchFileException | NotDirectoryException somethingElseByNow) {
                // Then it is gone, or can be deleted as it is.
            }
        }
    }

    private static boolean isDeleted(Held folder, Path name, int attempt) throws IOException {
        try {
            delete(folder, name);
            return true;
        } catch (DirectoryNotEmptyException e) {
            if (attempt > ATTEMPTS) {
                throw e;
            }
            return false;
        }
    }

    private static void delete(Held folder, Path name) throws IOException {
        try {
            Files.deleteIfExists(folder.path(name));
        } catch (AccessDeniedException e) {
            open(folder);
            Files.deleteIfExists(folder.path(name));
        }
    }

    private static void empty(Held folder, int depth) throws IOException {
        if (((Integer) folder.attribute("unix:mode") & OWNER_MAY_ALL) != OWNER_MAY_ALL) {
            open(folder);
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder.path())) {
            for (Path each : all) {
                remove(folder, each.getFileName(), depth + 1);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    private static void open(Held folder) throws IOException {
        Files.setPosixFilePermissions(folder.path(), PosixFilePermissions.fromString("rwx------"));
    }

    /**
     * Removes what a path cannot name, or what somebody was still writing to: the program goes down any number of folders, and
     * does not follow links either. A thread that is interrupted removes as well, and is still interrupted afterwards:
     * nobody else would come back for what is left.
     */
    private static void removeByProgram(Path folder) {
        Command remove = Command.of("rm", "-rf", "--one-file-system", "--", folder.toString());
        Interruption.postponed(() -> HostTool.run(remove, LONGEST));
    }
}
