package dev.sandboxed.folder.rootfs;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** What a root file system is made from. */
sealed interface RootfsSource {

    /** A folder of the host, used as it is. */
    record Folder(Path path) implements RootfsSource {}

    /** A tar of a root file system, or what {@code docker save} writes; may be compressed with gzip. */
    record Archive(Path path) implements RootfsSource {}

    /** An image to fetch. */
    record Image(String reference) implements RootfsSource {}

    /**
     * Reads the image of a spec: an absolute path, with or without {@code file:} before it, or else the name of an image.
     *
     * @throws SandboxStartException if it is a path where there is neither a folder nor a file
     */
    static RootfsSource parse(String image) {
        String path =
                image.startsWith("file:") ? image.substring("file:".length()).replaceFirst("^//(?=/)", "") : image;
        if (!path.startsWith("/")) {
            return new Image(image);
        }
        Path at = pathOf(image, path);
        if (Files.isDirectory(at)) {
            return new Folder(at);
        }
        if (Files.isRegularFile(at)) {
            return new Archive(at);
        }
        throw new SandboxStartException(Fault.of("There is neither a folder nor an archive at '" + image + "'")
                .remedy("give a folder with a root file system, a tar of one, or the name of an image"));
    }

    private static Path pathOf(String image, String path) {
        try {
            return Path.of(path);
        } catch (InvalidPathException e) {
            throw new SandboxStartException(Fault.of("'" + image + "' cannot be a path: " + e.getReason())
                    .remedy("give an absolute path, or the name of an image")
                    .cause(e));
        }
    }
}
