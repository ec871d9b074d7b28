package dev.sandboxed.provider.microvm.internal.drive;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.folder.internal.store.Checksum;
import dev.sandboxed.folder.internal.store.Drafts;
import dev.sandboxed.folder.internal.store.FolderLock;
import dev.sandboxed.folder.internal.store.FolderRemoval;
import dev.sandboxed.folder.internal.store.FolderTrust;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Files that take long to make and are the same for all machines of a user. Each is named after what it was made from, and
 * appears all at once.
 *
 * @param folder where they lie; it is made when it is needed
 */
public record MadeOnce(Path folder) {

    private static final Pattern MADE = Pattern.compile("[a-z]+-[0-9a-f]{64}");

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
        return get(name, origin, maker, FolderLock::alone);
    }

    /**
     * Returns a file, making it if nobody has yet; one that takes so long to make that nobody waits for others without a limit.
     *
     * @param deadline until when others are waited for who make it
     * @throws IOException if it cannot be made
     * @throws SandboxStartException if others still make it then
     * @throws SandboxInterruptedException if the thread is interrupted while another one makes it
     */
    public Path get(String name, String origin, Deadline deadline, Maker maker) throws IOException {
        return get(name, origin, maker, (lock, work) -> lock.alone(deadline, work));
    }

    private Path get(String name, String origin, Maker maker, Waiting waiting) throws IOException {
        Path place = place(name, origin);
        if (Files.exists(place)) {
            FolderTrust.require(folder);
            return place;
        }
        prepare();
        return alone(place, waiting, () -> {
            if (!Files.exists(place)) {
                make(place, maker);
            }
            return place;
        });
    }

    /** Returns whether a file is there that {@link #get} would return without making it. */
    public boolean has(String name, String origin) {
        return Files.exists(place(name, origin));
    }

    /** Returns where a file is, or will be. */
    public Path place(String name, String origin) {
        return folder.resolve(name + "-" + Checksum.of(origin));
    }

    /** Has something done alone, however long others are waited for. */
    @FunctionalInterface
    private interface Waiting {
        Path alone(FolderLock lock, FolderLock.Work<Path> work) throws IOException, InterruptedException;
    }

    private static Path alone(Path place, Waiting waiting, FolderLock.Work<Path> work) throws IOException {
        try {
            return waiting.alone(new FolderLock(place.resolveSibling(place.getFileName() + ".lock")), work);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SandboxInterruptedException(
                    Fault.of("Interrupted while others used '" + place + "'").cause(e));
        }
    }

    /** Returns all that there are of a name, in no order. */
    public List<Path> all(String name) throws IOException {
        return list(name + "-*");
    }

    /**
     * Removes something that was made. Whoever has it open keeps it, and whoever comes next makes it again.
     *
     * @throws IOException if it cannot be removed
     * @throws SandboxInterruptedException if the thread is interrupted while another one makes it
     */
    public void remove(Path place) throws IOException {
        alone(place, FolderLock::alone, () -> {
            FolderRemoval.remove(place);
            return place;
        });
    }

    /**
     * Removes all that was made, as {@link #remove} does; what is in the making stays.
     *
     * @return the names of what was removed
     */
    public List<String> clear() throws IOException {
        List<String> removed = new ArrayList<>();
        for (Path place : list("*")) {
            remove(place);
            removed.add(String.valueOf(place.getFileName()));
        }
        return removed;
    }

    private List<Path> list(String names) throws IOException {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            FolderTrust.require(folder);
            try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, names)) {
                all.forEach(place -> {
                    if (MADE.matcher(String.valueOf(place.getFileName())).matches()) {
                        found.add(place);
                    }
                });
            }
        }
        return found;
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
