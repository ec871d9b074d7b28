package dev.sandboxed.provider.local.subprocess;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.folder.files.RootedPaths;
import dev.sandboxed.folder.provider.RecordedSandboxProvider;
import dev.sandboxed.folder.snapshot.SnapshotStore;
import dev.sandboxed.folder.store.SandboxRecord;
import dev.sandboxed.folder.store.SandboxStore;
import dev.sandboxed.linux.libc.HostPlatform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What is the same for all providers whose sandbox is a folder of the host and the processes that carry its mark.
 *
 * <p>For implementors: {@link #fill} puts into the folder what a new sandbox begins with, {@link #open} makes the handle.
 */
public abstract class FolderProvider extends RecordedSandboxProvider {

    protected FolderProvider(String name, ProviderContext context) {
        super(name, context);
    }

    /**
     * Where a sandbox lives.
     *
     * @param paths its folder
     * @param store what removes it
     * @param snapshots where its snapshots go
     */
    public record Home(RootedPaths paths, SandboxStore store, SnapshotStore snapshots) {}

    /** Give the place of the sandbox's root in its folder, for those who keep other things there too. */
    protected Path rootIn(Path folder) {
        return folder;
    }

    /** Put into the folder what a new sandbox begins with. One that is restored gets its snapshot's files instead. */
    protected void fill(Creation creation, RootedPaths paths) throws IOException {}

    /** Make the handle of a sandbox whose folder is complete, with its workdir and {@code /tmp}. */
    protected abstract AbstractSandbox open(Creation creation, SandboxInfo info, Home home) throws IOException;

    /** Tell why no sandbox could be kept, without making anything; empty when nothing speaks against it. */
    protected final Optional<String> whyUnusable() {
        return store().whyUnusable();
    }

    /** Name the version of what runs the sandboxes. */
    protected String runtimeVersion() {
        return HostPlatform.description();
    }

    @Override
    protected final AbstractSandbox begin(Beginning beginning) throws IOException {
        Creation creation = beginning.creation();
        SandboxSpec spec = creation.spec();
        SnapshotStore snapshots = snapshotStore();
        RootedPaths paths = new RootedPaths(Files.createDirectories(rootIn(beginning.folder())), spec.workdir());
        if (beginning.snapshot().isPresent()) {
            snapshots.restore(beginning.snapshot().get(), paths);
        } else {
            fill(creation, paths);
        }
        creation.deadline().check("filling its folder");
        Files.createDirectories(paths.follow(spec.workdir()));
        Files.createDirectories(paths.follow("/tmp"));
        return open(creation, info(beginning.record(), beginning.folder()), new Home(paths, store(), snapshots));
    }

    @Override
    protected final Optional<SandboxInfo> describe(SandboxRecord record) {
        return Optional.of(info(record, folderOf(record.id())));
    }

    private SandboxInfo info(SandboxRecord record, Path folder) {
        return record.info(
                new SandboxInfo.RunsOn(name(), runtimeVersion(), capabilities().isolation()), folder.toString());
    }
}
