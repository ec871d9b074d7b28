package dev.sandboxed.folder.store;

import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.folder.internal.store.Drafts;
import dev.sandboxed.folder.internal.store.FolderRemoval;
import dev.sandboxed.folder.internal.store.FolderTrust;
import dev.sandboxed.folder.internal.store.JsonFile;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import dev.sandboxed.process.internal.owner.Reaping;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The folders of local sandboxes and the records about them, below one state folder that only its user can enter.
 *
 * <p>A record is written before its folder and deleted after it, so that no folder is ever without an owner.
 */
public final class SandboxStore {

    private static final String SUFFIX = ".json";
    private static final String RECORDS = "records";
    private static final String SANDBOXES = "sandboxes";
    private static final String DRAFTS = "drafts";
    /** An id becomes the name of a folder that is deleted: it must not lead anywhere else. */
    private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9-]*");

    /** What to do about a state folder that cannot be used. */
    public static final String REMEDY = "make it a folder that only this user can write, or choose another one with"
            + " SANDBOX_STATE_DIR or -Dsandbox.stateDir";

    private final Path state;

    public SandboxStore(Path state) {
        this.state = state.toAbsolutePath();
    }

    /** Returns the folder of a sandbox, whether it is there or not. */
    public Path folderOf(String id) {
        return state.resolve(SANDBOXES).resolve(id);
    }

    /** Returns the folder for things that are kept beside the sandboxes, such as snapshots; it is made if missing. */
    public Path folder(String name) throws IOException {
        Path folder = state.resolve(name);
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        FolderTrust.require(state);
        FolderTrust.require(folder);
        return folder;
    }

    /** Returns why no sandbox could be kept, without making anything; empty when nothing speaks against it. */
    public Optional<String> whyUnusable() {
        Path existing = state;
        while (existing != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        if (existing == null || !Files.isDirectory(existing) || !Files.isWritable(existing)) {
            return Optional.of(
                    "the state folder '" + state + "' cannot be made or written, because of '" + existing + "'");
        }
        try {
            if (existing.equals(state)) {
                FolderTrust.require(state);
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("the state folder cannot be trusted: " + e.getMessage());
        }
    }

    /**
     * Makes the folder of a new sandbox.
     *
     * @return its real path, free of links
     * @throws SandboxStartException if the state folder cannot be written
     */
    public Path create(SandboxRecord record) {
        try {
            JsonFile.write(folder(RECORDS).resolve(record.id() + SUFFIX), record);
            return Files.createDirectory(folder(SANDBOXES).resolve(record.id())).toRealPath();
        } catch (IOException e) {
            throw new SandboxStartException(Fault.of("Cannot keep sandboxes in the state folder '" + state + "': " + e)
                    .remedy(REMEDY)
                    .cause(e));
        }
    }

    /** Reads the records, and tells which files are none; one that is being removed right now is left out. */
    private List<SandboxRecord> records(List<String> unreadable) throws IOException {
        List<SandboxRecord> records = new ArrayList<>();
        Path folder = state.resolve(RECORDS);
        if (Files.isDirectory(folder)) {
            FolderTrust.require(state);
            FolderTrust.require(folder);
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
                for (Path file : files) {
                    try {
                        records.add(read(file));
                    } catch (NoSuchFileException removedMeanwhile) {
                        // Its sandbox was destroyed between the listing and the look at it.
                    } catch (IOException e) {
                        unreadable.add("'" + file + "' is not a record of ours, delete it: " + e.getMessage());
                    }
                }
            }
        }
        return records;
    }

    private static SandboxRecord read(Path file) throws IOException {
        SandboxRecord record = JsonFile.read(file, SandboxRecord.class);
        if (!ID.matcher(record.id()).matches() || !file.endsWith(record.id() + SUFFIX)) {
            throw new IOException("its id is '" + record.id() + "'");
        }
        return record;
    }

    /**
     * Returns the records of all sandboxes whose owners certainly live.
     *
     * @throws IOException if the state folder cannot be read or trusted
     */
    public List<SandboxRecord> owned() throws IOException {
        return records(new ArrayList<>()).stream()
                .filter(record -> record.ownership().isKept(ProcessWorld.current()))
                .toList();
    }

    /** Ends whatever a sandbox has outside of its folder, processes and others, if there is anything. */
    @FunctionalInterface
    public interface Teardown {

        /** Returns whether all processes are dead, and throws if something else is left. */
        boolean of(String id) throws IOException;
    }

    /**
     * Discards the sandboxes that nobody will ever remove but whoever asks, several at once.
     *
     * @param mostUnseen how old a sandbox may become whose owner nobody can look at from here
     * @param teardown ends what a sandbox has outside of its folder
     * @return what was removed, what could not be, and which files are not records
     * @throws IOException if the state folder cannot be read or trusted
     */
    public ReapReport reap(Duration mostUnseen, Teardown teardown) throws IOException {
        List<String> failures = new ArrayList<>();
        List<String> orphans = records(failures).stream()
                .filter(record -> record.ownership().isOrphaned(ProcessWorld.current(), Instant.now(), mostUnseen))
                .map(SandboxRecord::id)
                .toList();
        ReapReport report = Reaping.remove(orphans, id -> id, id -> discard(id, teardown));
        failures.addAll(report.failures());
        return new ReapReport(report.removed(), failures);
    }

    /**
     * Removes whatever a sandbox consists of, however far it came. The record goes last.
     *
     * @throws IOException if something is left
     */
    public void discard(String id, Teardown teardown) throws IOException {
        boolean dead = teardown.of(id);
        remove(id);
        if (!dead) {
            throw new IOException("some of its processes could not be killed");
        }
    }

    /** Removes a sandbox's folder with all that is in it, then its record. Both may be absent. */
    public void remove(String id) throws IOException {
        FolderRemoval.remove(folderOf(id));
        Files.deleteIfExists(state.resolve(RECORDS).resolve(id + SUFFIX));
    }

    /**
     * Returns the place for what a process makes for all its sandboxes, and removes itself unless it is killed.
     *
     * @throws IOException if it cannot be made
     */
    public Drafts drafts() throws IOException {
        return new Drafts(folder(DRAFTS));
    }

    /**
     * Removes what those have left who were killed: drafts, and records that were being written.
     *
     * @throws IOException if it cannot be removed
     */
    public void sweep() throws IOException {
        new Drafts(state.resolve(RECORDS)).sweep();
        new Drafts(state.resolve(DRAFTS)).sweep();
    }
}
