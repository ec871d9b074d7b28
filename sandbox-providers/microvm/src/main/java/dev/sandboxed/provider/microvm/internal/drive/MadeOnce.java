package dev.sandboxed.provider.microvm.internal.drive;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.folder.internal.store.Checksum;
import dev.sandboxed.folder.internal.store.Drafts;
import dev.sandboxed.folder.internal.store.FolderLock;
import dev.sandboxed.folder.internal.store.FolderRemoval;
import dev.sandboxed.folder.internal.store.FolderTrust;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Files that take long to make and are the same for all machines of a user. Each is named after what it was made from, and
 * appears all at once.
 *
 * @param folder where they lie; it is made when it is needed
 */
public record MadeOnce(Path folder) {

    /** Makes a file. */
    @FunctionalInterface
    public interface Maker {

        /**
         * Makes it.
         *
         * @param place where it shall be; nothing is there
         */
        void make(Path place) throws IOException;
    }

    /**
     * Returns a file, making it if nobody has yet.
     *
     * @param name what it is
     * @param origin all that it is made from
     * @throws IOException if it cannot be made
     * @throws SandboxInterruptedException if the thread is interrupted while another one makes it
     */
    public Path get(String name, String origin, Maker maker) throws IOException {
        Path place = folder.resolve(name + "-" + Checksum.of(origin));
        if (Files.exists(place)) {
            FolderTrust.require(folder);
            return place;
        }
        prepare();
        try {
            return new FolderLock(folder.resolve(place.getFileName() + ".lock")).alone(() -> {
                if (!Files.exists(place)) {
                    make(place, maker);
                }
                return place;
            });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SandboxInterruptedException(
                    Fault.of("Interrupted while '" + name + "' was made").cause(e));
        }
    }

    private void make(Path place, Maker maker) throws IOException {
        Drafts drafts = new Drafts(folder);
        drafts.sweep();
        Path draft = drafts.next();
        try {
            maker.make(draft);
            Files.move(draft, place, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            FolderRemoval.remove(draft);
        }
    }

    private void prepare() throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        FolderTrust.require(folder);
    }
}
