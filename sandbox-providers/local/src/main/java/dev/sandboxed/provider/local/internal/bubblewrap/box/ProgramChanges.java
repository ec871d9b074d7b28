package dev.sandboxed.provider.local.internal.bubblewrap.box;

import dev.sandboxed.folder.internal.store.FolderRemoval;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.linux.internal.mount.MountNamespace;
import dev.sandboxed.linux.internal.mount.MountPoints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Whether sandboxes can have changes of their own over the host's programs.
 *
 * @param obstacle why they cannot, and see those programs read-only; empty if they can
 */
public record ProgramChanges(String obstacle) {

    /**
     * Tries it, in a folder that is gone at once.
     *
     * @param state where sandboxes are kept; it need not be there yet
     */
    public static ProgramChanges tryOut(Path state) {
        if (!HostPlatform.isRoot()) {
            return new ProgramChanges("the host's programs belong to root, and an ordinary user could not change them"
                    + " in an overlay either");
        }
        try {
            // An overlay shows only the file system that the folder itself is on.
            Optional<String> separate = MountPoints.anyBelow(RootView.PROGRAMS);
            if (separate.isPresent()) {
                return new ProgramChanges(
                        "'" + separate.get() + "' is a file system of its own, which no overlay shows");
            }
            Path trial = Files.createTempDirectory(existing(state), "trial-").toRealPath();
            try {
                mount(new BoxFolder(trial));
            } finally {
                FolderRemoval.remove(trial);
            }
            return new ProgramChanges("");
        } catch (CompletionException e) {
            return impossibleIn(state, e.getCause());
        } catch (IOException e) {
            return impossibleIn(state, e);
        }
    }

    private static ProgramChanges impossibleIn(Path state, @Nullable Throwable why) {
        return new ProgramChanges("no overlay can be mounted that keeps changes in '" + state + "': " + why);
    }

    /** What does not exist yet will lie on the file system of the folder that it is made in. */
    private static Path existing(Path state) {
        Path path = state.toAbsolutePath();
        Path parent = path.getParent();
        return Files.isDirectory(path) || parent == null ? path : existing(parent);
    }

    /** On a thread of its own, since one that finds no way back has to end. */
    private static void mount(BoxFolder folder) throws IOException {
        Files.createDirectory(folder.files());
        folder.layer();
        folder.prepareOverlays();
        CompletableFuture<Boolean> mounted = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        mounted.complete(MountNamespace.with(folder.overlays(), () -> true));
                    } catch (IOException | RuntimeException | LinkageError e) {
                        mounted.completeExceptionally(e);
                    }
                },
                "sandboxed-trial");
        thread.setDaemon(true);
        thread.start();
        mounted.join();
    }

    /** Returns whether they can. */
    public boolean possible() {
        return obstacle.isEmpty();
    }

    /** Returns in a few words how the host's programs look inside. */
    public String description() {
        return possible() ? "overlay" : "read-only: " + obstacle;
    }
}
