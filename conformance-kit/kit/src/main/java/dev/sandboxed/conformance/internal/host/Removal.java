package dev.sandboxed.conformance.internal.host;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Removes what a trial has left on the host. Only for places in which nobody is at work any more. */
public final class Removal {

    private Removal() {}

    /**
     * Removes a file, or a folder with all that is in it; it may be absent. Links are not followed, and folders without
     * permission are opened first.
     *
     * @throws IOException if something of it is left
     */
    public static void of(Path place) throws IOException {
        if (Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
            empty(place);
        }
        Files.deleteIfExists(place);
    }

    private static void empty(Path folder) throws IOException {
        if (!Files.isReadable(folder) || !Files.isWritable(folder) || !Files.isExecutable(folder)) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            for (Path each : all) {
                of(each);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }
}
