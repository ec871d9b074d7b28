package dev.sandboxed.folder.provider;

import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.folder.files.RootedPaths;
import dev.sandboxed.folder.snapshot.SnapshotStore;
import dev.sandboxed.folder.store.SandboxRecord;
import dev.sandboxed.folder.store.SandboxStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A sandbox in the making, whose folder is there and recorded.
 *
 * @param creation what is to be made, and until when
 * @param record what is kept about it
 * @param folder its folder, a real path, which is empty
 * @param snapshot what its files come from, which was found whole; empty for a new sandbox
 * @param store what removes its folder and its record
 * @param snapshots where its snapshots go
 */
public record Beginning(
        Creation creation,
        SandboxRecord record,
        Path folder,
        Optional<Snapshot> snapshot,
        SandboxStore store,
        SnapshotStore snapshots) {

    /**
     * Puts the sandbox's files in their places: those of its snapshot if there is one, what the filling adds, the workdir
     * and {@code /tmp}.
     *
     * @param paths an empty folder, either that of the sandbox or one in it
     * @return what the filling tells about them
     * @throws IOException if the host refuses
     */
    public <T> T fill(RootedPaths paths, Filling<T> filling) throws IOException {
        snapshot.ifPresent(saved -> snapshots.restore(saved, paths));
        T filled = filling.fill(creation, paths, snapshot.isPresent());
        creation.deadline().check("filling its folder");
        Files.createDirectories(paths.follow(creation.spec().workdir()));
        Files.createDirectories(paths.follow("/tmp"));
        return filled;
    }
}
