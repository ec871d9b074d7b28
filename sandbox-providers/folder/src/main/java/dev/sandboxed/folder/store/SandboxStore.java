package dev.sandboxed.folder.store;

import dev.sandboxed.api.Owner;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The folders of local sandboxes and the records about them, below one state folder that only its user can enter.
 *
 * <p>A record is written before its folder and deleted after it, so that no folder is ever without an owner.
 */
public final class SandboxStore {

    private static final String SUFFIX = ".json";
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

    /** Give the folder for things that are kept beside the sandboxes, such as snapshots; it is made if missing. */
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

    /** Tell why no sandbox could be kept, without making anything; empty when nothing speaks against it. */
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
     * Make the folder of a new sandbox.
     *
     * @return its real path, free of links
     * @throws SandboxStartException if the state folder cannot be written
     */
    public Path create(SandboxRecord record) {
        try {
            JsonFile.write(recordOf(record.id()), Stored.of(record));
            return Files.createDirectory(folder("sandboxes").resolve(record.id()))
                    .toRealPath();
        } catch (IOException e) {
            throw new SandboxStartException(Fault.of("Cannot keep sandboxes in the state folder '" + state + "': " + e)
                    .remedy(REMEDY)
                    .cause(e));
        }
    }

    /**
     * What lies in the state folder.
     *
     * @param records about all sandboxes, whoever owns them
     * @param unreadable files that are not records of ours, one sentence each
     */
    public record Listing(List<SandboxRecord> records, List<String> unreadable) {}

    /** List the records; one that is being removed right now is left out. */
    public Listing list() throws IOException {
        Listing listing = new Listing(new ArrayList<>(), new ArrayList<>());
        Path folder = state.resolve("records");
        if (Files.isDirectory(folder)) {
            FolderTrust.require(state);
            FolderTrust.require(folder);
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
                files.forEach(file -> read(file, listing));
            }
        }
        return listing;
    }

    private static void read(Path file, Listing into) {
        try {
            SandboxRecord record = JsonFile.read(file, Stored.class).toRecord();
            if (!ID.matcher(record.id()).matches() || !file.endsWith(record.id() + SUFFIX)) {
                throw new IOException("its id is '" + record.id() + "'");
            }
            into.records().add(record);
        } catch (NoSuchFileException removedMeanwhile) {
            // Its sandbox was destroyed between the listing and the look at it.
        } catch (IOException | DateTimeException e) {
            into.unreadable().add("'" + file + "' is not a record of ours, delete it: " + e.getMessage());
        }
    }

    /** Remove a sandbox's folder with all that is in it, then its record; nothing may be there. */
    public void remove(String id) throws IOException {
        FolderRemoval.remove(state.resolve("sandboxes").resolve(id));
        Files.deleteIfExists(state.resolve("records").resolve(id + SUFFIX));
    }

    /**
     * Give the place for what a process makes for all its sandboxes, and removes itself unless it is killed.
     *
     * @throws IOException if it cannot be made
     */
    public Drafts drafts() throws IOException {
        return new Drafts(folder(DRAFTS));
    }

    /**
     * Remove what those have left who were killed: drafts, and records that were being written.
     *
     * @throws IOException if it cannot be removed
     */
    public void sweep() throws IOException {
        new Drafts(state.resolve("records")).sweep();
        new Drafts(state.resolve(DRAFTS)).sweep();
    }

    private Path recordOf(String id) throws IOException {
        return folder("records").resolve(id + SUFFIX);
    }

    /** A record in words and numbers. */
    private record Stored(
            String id,
            String world,
            long pid,
            String start,
            Map<String, String> labels,
            String created,
            @Nullable String expires) {

        static Stored of(SandboxRecord record) {
            return new Stored(
                    record.id(),
                    record.world(),
                    record.owner().pid(),
                    record.owner().start(),
                    record.labels(),
                    record.created().toString(),
                    record.expires() == null ? null : record.expires().toString());
        }

        SandboxRecord toRecord() {
            return new SandboxRecord(
                    id,
                    world,
                    new Owner(pid, start),
                    labels,
                    Instant.parse(created),
                    expires == null ? null : Instant.parse(expires));
        }
    }
}
