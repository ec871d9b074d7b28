package dev.sandboxed.process.internal.terminal;

import dev.sandboxed.api.exec.TerminalSize;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Loads the native part of the terminal library once, and leaves no copy of it behind.
 *
 * <p>On its own the library unpacks itself into a new temporary folder for every JVM and never deletes it. Once loaded, the
 * file is no longer needed.
 */
final class PtyLibrary {

    private static final String FOLDER_PROPERTY = "pty4j.tmpdir";
    /** A moment, as a rule; on a busy machine it may have to wait for its turn. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final String FAILURE = load();

    private PtyLibrary() {}

    /**
     * Makes sure that it is loaded.
     *
     * @throws IOException if it cannot be, with the reason
     */
    static void require() throws IOException {
        if (!FAILURE.isEmpty()) {
            throw new IOException("The terminal library cannot be loaded: " + FAILURE);
        }
    }

    /** Loads it, and returns what went wrong; nothing if nothing did. */
    private static String load() {
        try {
            Path folder = Files.createTempDirectory("sandboxed-pty");
            String before = System.setProperty(FOLDER_PROPERTY, folder.toString());
            try {
                Process first = HostTerminal.startUnprepared(
                                List.of("/bin/sh", "-c", "exit 0"), Map.of(), Path.of("/"), TerminalSize.DEFAULT)
                        .process();
                if (!first.waitFor(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
                    first.destroyForcibly();
                    return "the first process on a terminal did not end within " + PATIENCE;
                }
            } finally {
                restore(before);
                Files.walkFileTree(folder, new Removal());
            }
            return "";
        } catch (IOException | IllegalStateException e) {
            return e.toString();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private static void restore(@Nullable String before) {
        if (before == null) {
            System.clearProperty(FOLDER_PROPERTY);
        } else {
            System.setProperty(FOLDER_PROPERTY, before);
        }
    }

    /** Nothing is in that folder but what the library has just put there. */
    private static final class Removal extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
