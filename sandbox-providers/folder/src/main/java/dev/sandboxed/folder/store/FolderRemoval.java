package dev.sandboxed.folder.store;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.process.Launch;
import dev.sandboxed.process.ProcessRunner;
import dev.sandboxed.process.ProcessScope;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Removes a folder with all that is in it: links are not followed, and folders without permission are opened first. */
public final class FolderRemoval {

    private static final Duration LONGEST = Duration.ofMinutes(1);

    private FolderRemoval() {}

    /**
     * Remove the folder or file; nothing may be there.
     *
     * @throws IOException if something of it is left
     */
    public static void remove(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try {
            Files.walkFileTree(folder, new Visitor());
        } catch (FileSystemException e) {
            removeByProgram(folder);
            if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
                throw e;
            }
        }
    }

    /** Java names each file by its whole path, and whoever makes folders in folders gets beyond what a path can have. */
    private static void removeByProgram(Path folder) {
        Command remove = Command.of(
                        "rm",
                        "-rf",
                        "--one-file-system",
                        "--",
                        folder.toAbsolutePath().toString())
                .timeout(LONGEST);
        ProcessRunner.run(new Launch(
                remove, remove.argv(), Map.of("PATH", "/usr/bin:/bin"), Path.of("/"), new ProcessScope("removal")));
    }

    private static final class Visitor extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            delete(file);
            return FileVisitResult.CONTINUE;
        }

        /** A folder that may not be listed is opened and walked again from there; whatever else fails is real. */
        @Override
        public FileVisitResult visitFileFailed(Path path, IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            if (failure instanceof AccessDeniedException && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                open(path);
                Files.walkFileTree(path, new Visitor());
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure) throws IOException {
            if (failure != null) {
                throw failure;
            }
            delete(directory);
            return FileVisitResult.CONTINUE;
        }

        private static void delete(Path path) throws IOException {
            try {
                Files.deleteIfExists(path);
            } catch (AccessDeniedException e) {
                Path parent = path.getParent();
                if (parent == null) {
                    throw e;
                }
                open(parent);
                Files.deleteIfExists(path);
            }
        }

        private static void open(Path directory) throws IOException {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        }
    }
}
