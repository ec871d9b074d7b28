package dev.sandboxed.folder.snapshot;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotFilter;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.SandboxIds;
import dev.sandboxed.folder.files.RootedPaths;
import dev.sandboxed.folder.internal.store.Drafts;
import dev.sandboxed.folder.internal.store.FolderLock;
import dev.sandboxed.folder.internal.store.FolderRemoval;
import dev.sandboxed.folder.internal.store.JsonFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/** Snapshots in one folder: an archive each, or a folder where it has memory, and its metadata beside it, written last. */
public final class SnapshotStore {

    private static final String ARCHIVE = ".tar.gz";
    private static final String WITH_MEMORY = ".saved";
    private static final String METADATA = ".json";
    private static final String LOCK = "snapshots.lock";
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]{0,99}");

    private final Path folder;
    private final String provider;
    private final String version;

    /**
     * Keeps snapshots of one provider.
     *
     * @param version version of the format; a snapshot of another one is refused
     */
    public SnapshotStore(Path folder, String provider, String version) {
        this.folder = folder;
        this.provider = provider;
        this.version = version;
    }

    /**
     * Serves them to users.
     *
     * @param restore makes a sandbox from a snapshot that is still to be verified
     */
    public Snapshots served(BiFunction<Snapshot, SandboxSpec, Sandbox> restore) {
        return new Snapshots() {
            @Override
            public List<Snapshot> list(SnapshotFilter filter) {
                return SnapshotStore.this.list(filter);
            }

            @Override
            public Sandbox restore(Snapshot snapshot, SandboxSpec spec) {
                return restore.apply(snapshot, spec);
            }

            @Override
            public void delete(Snapshot snapshot) {
                SnapshotStore.this.delete(snapshot);
            }
        };
    }

    /** Writes what a snapshot holds, where that is more than the plain files of one folder. */
    @FunctionalInterface
    public interface Packer {

        /** Writes the archive, or a folder of files where there is memory in it, and returns how many plain files are in it. */
        long pack(Path archive) throws IOException;
    }

    /** Saves what lies below a root. */
    public Snapshot save(String sandbox, RootedPaths paths, SnapshotOptions options) {
        return save(sandbox, options, archive -> {
            try (OutputStream target = Files.newOutputStream(archive)) {
                return FolderArchive.write(paths, options, target);
            }
        });
    }

    /** Saves what somebody else packs; whoever does so unpacks {@link #archiveOf} as well. */
    public Snapshot save(String sandbox, SnapshotOptions options, Packer packer) {
        String id = SandboxIds.next("snapshot");
        Path draft = new Drafts(folder).next();
        try {
            long count = packer.pack(draft);
            Snapshot snapshot = new Snapshot(
                    id,
                    new Snapshot.Origin(provider, version, sandbox),
                    Instant.now(),
                    options.tags(),
                    DataSize.ofBytes(SnapshotContent.size(draft)),
                    count,
                    SnapshotContent.checksum(draft),
                    options.memory());
            return lock().alone(() -> {
                Files.move(draft, archiveOf(snapshot), StandardCopyOption.ATOMIC_MOVE);
                JsonFile.write(folder.resolve(id + METADATA), Stored.of(snapshot));
                return snapshot;
            });
        } catch (RuntimeException e) {
            deleteQuietly(draft, e);
            throw e;
        } catch (InterruptedException e) {
            deleteQuietly(draft, e);
            Thread.currentThread().interrupt();
            throw new SandboxInterruptedException(Fault.of("Interrupted while a snapshot was saved in '" + folder + "'")
                    .provider(provider)
                    .sandbox(sandbox)
                    .cause(e));
        } catch (IOException e) {
            deleteQuietly(draft, e);
            throw SandboxFileException.of(
                    folder.toString(),
                    FileFailure.of(e),
                    Fault.of("Cannot save a snapshot in '" + folder + "': " + e)
                            .provider(provider)
                            .sandbox(sandbox)
                            .remedy("free space there, or choose another place with SANDBOX_STATE_DIR")
                            .cause(e));
        }
    }

    /**
     * Removes what those left who were killed while they saved or deleted a snapshot.
     *
     * @throws IOException if something cannot be removed
     * @throws InterruptedException if the thread is interrupted while others use the folder
     */
    public void sweep() throws IOException, InterruptedException {
        new Drafts(folder).sweep();
        // Whoever makes an archive known holds the lock, so one without metadata belongs to nobody any more.
        lock().alone(() -> {
            for (String suffix : List.of(ARCHIVE, WITH_MEMORY)) {
                removeUnknown(suffix);
            }
            return folder;
        });
    }

    private void removeUnknown(String suffix) throws IOException {
        try (DirectoryStream<Path> archives = Files.newDirectoryStream(folder, "*" + suffix)) {
            for (Path archive : archives) {
                String name = String.valueOf(archive.getFileName());
                String id = name.substring(0, name.length() - suffix.length());
                if (!Files.exists(folder.resolve(id + METADATA))) {
                    FolderRemoval.remove(archive);
                }
            }
        }
    }

    private FolderLock lock() {
        return new FolderLock(folder.resolve(LOCK));
    }

    /** Lists those that match, oldest first. */
    public List<Snapshot> list(SnapshotFilter filter) {
        List<Snapshot> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + METADATA)) {
            for (Path file : files) {
                try {
                    found.add(JsonFile.read(file, Stored.class).toSnapshot());
                } catch (NoSuchFileException deletedMeanwhile) {
                    // Another process deleted it between the listing and the look at it.
                }
            }
        } catch (IOException | DateTimeException e) {
            throw new SandboxFileException(
                    folder.toString(),
                    FileFailure.OTHER,
                    Fault.of("Cannot list the snapshots in '" + folder + "': " + e)
                            .provider(provider)
                            .remedy("delete the file that is named, it was not written by us")
                            .cause(e));
        }
        return found.stream()
                .filter(filter::matches)
                .sorted(Comparator.comparing(Snapshot::created).thenComparing(Snapshot::id))
                .toList();
    }

    /**
     * Makes the files of a snapshot below a root; {@link #verify} it first.
     *
     * @param paths a root in which nothing is
     * @throws SnapshotRejectedException if the archive is none that {@link #save} wrote, or the disk refuses a file of it
     */
    public void restore(Snapshot snapshot, RootedPaths paths) {
        try (InputStream source = Files.newInputStream(archiveOf(snapshot))) {
            FolderArchive.read(source, paths);
        } catch (IOException e) {
            throw new SnapshotRejectedException(
                    Fault.of("Snapshot '" + snapshot.id() + "' cannot be restored: " + e.getMessage())
                            .provider(provider)
                            .remedy("take it again, and check the space where sandboxes are kept")
                            .cause(e));
        }
    }

    /**
     * Checks a snapshot against what is on disk.
     *
     * @throws SnapshotRejectedException if it is missing, damaged, or was made by another provider or version
     */
    public void verify(Snapshot snapshot) throws IOException {
        if (!snapshot.origin().provider().equals(provider)) {
            throw rejected(
                    snapshot, "it belongs to provider '" + snapshot.origin().provider() + "'", "restore it there");
        }
        if (!snapshot.origin().version().equals(version)) {
            throw rejected(
                    snapshot,
                    "it has format " + snapshot.origin().version() + ", and only format " + version + " is known",
                    "take it again with this version");
        }
        Path archive = archiveOf(snapshot);
        if (!Files.exists(archive)) {
            throw rejected(snapshot, "it does not exist any more", "take it again");
        }
        String actual = SnapshotContent.checksum(archive);
        if (!actual.equals(snapshot.checksum())) {
            throw rejected(
                    snapshot,
                    "it is damaged: its checksum is " + actual + ", not " + snapshot.checksum(),
                    "take it again");
        }
    }

    /** Deletes a snapshot, which may be absent. */
    public void delete(Snapshot snapshot) {
        try {
            Files.deleteIfExists(fileOf(snapshot, METADATA));
            FolderRemoval.remove(archiveOf(snapshot));
        } catch (IOException e) {
            throw SandboxFileException.of(
                    snapshot.id(),
                    FileFailure.of(e),
                    Fault.of("Cannot delete snapshot '" + snapshot.id() + "' in '" + folder + "': " + e)
                            .provider(provider)
                            .remedy("check the permissions of that folder")
                            .cause(e));
        }
    }

    /** Returns the archive of a snapshot, or the folder of one with memory; {@link #verify} it before it is used. */
    public Path archiveOf(Snapshot snapshot) {
        return fileOf(snapshot, snapshot.memory() ? WITH_MEMORY : ARCHIVE);
    }

    /** Whoever names a snapshot may be a client of a service, and its id the path of any file. */
    private Path fileOf(Snapshot snapshot, String suffix) {
        if (!ID.matcher(snapshot.id()).matches()) {
            throw new SnapshotRejectedException(
                    Fault.of("No snapshot has the id '" + snapshot.id() + "': one has letters, digits and dashes")
                            .provider(provider)
                            .remedy("list() shows those that there are"));
        }
        return folder.resolve(snapshot.id() + suffix);
    }

    private SnapshotRejectedException rejected(Snapshot snapshot, String why, String remedy) {
        return new SnapshotRejectedException(Fault.of("Snapshot '" + snapshot.id() + "' cannot be restored: " + why)
                .provider(provider)
                .remedy(remedy));
    }

    private static void deleteQuietly(Path file, Exception failure) {
        try {
            FolderRemoval.remove(file);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /** The metadata of a snapshot in words and numbers. */
    private record Stored(
            String id,
            String provider,
            String version,
            String sandbox,
            String created,
            List<String> tags,
            long size,
            long files,
            String checksum,
            boolean memory) {

        static Stored of(Snapshot snapshot) {
            return new Stored(
                    snapshot.id(),
                    snapshot.origin().provider(),
                    snapshot.origin().version(),
                    snapshot.origin().sandbox(),
                    snapshot.created().toString(),
                    List.copyOf(snapshot.tags()),
                    snapshot.size().bytes(),
                    snapshot.fileCount(),
                    snapshot.checksum(),
                    snapshot.memory());
        }

        Snapshot toSnapshot() {
            return new Snapshot(
                    id,
                    new Snapshot.Origin(provider, version, sandbox),
                    Instant.parse(created),
                    Set.copyOf(tags),
                    DataSize.ofBytes(size),
                    files,
                    checksum,
                    memory);
        }
    }
}
