package dev.sandboxed.provider.oci.container;

import com.pty4j.PtyProcess;
import com.pty4j.PtyProcessBuilder;
import dev.sandboxed.folder.store.FolderRemoval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Loads the native part of the terminal library once. On its own it unpacks itself into a new temporary folder for every JVM
 * and leaves that behind; once loaded, the file is no longer needed.
 */
final class PtyLibrary {

    private static final String FOLDER_PROPERTY = "pty4j.tmpdir";
    private static final String FAILURE = load();

    private PtyLibrary() {}

    /** Start a process on a terminal. */
    static PtyProcess start(PtyProcessBuilder builder) throws IOException {
        if (!FAILURE.isEmpty()) {
            throw new IOException("The terminal library cannot be loaded: " + FAILURE);
        }
        return builder.start();
    }

    /** Load it, and tell what went wrong; nothing if nothing did. */
    private static String load() {
        try {
            Path folder = Files.createTempDirectory("sandboxed-pty");
            String before = System.setProperty(FOLDER_PROPERTY, folder.toString());
            try {
                new PtyProcessBuilder(new String[] {"/bin/true"}).start().waitFor();
            } finally {
                restore(before);
                FolderRemoval.remove(folder);
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
}
