package dev.sandboxed.provider.local.subprocess;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.AbstractSandboxProvider;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.folder.files.RootedPaths;
import dev.sandboxed.folder.snapshot.SnapshotStore;
import dev.sandboxed.folder.store.SandboxRecord;
import dev.sandboxed.folder.store.SandboxStore;
import dev.sandboxed.process.ProcessScope;
import dev.sandboxed.process.posix.HostPlatform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * What is the same for all providers whose sandbox is a folder of the host and the processes that carry its mark: records,
 * listing, reaping and snapshots.
 *
 * <p>For implementors: {@link #fill} puts into the folder what a new sandbox begins with, {@link #open} makes the handle.
 */
public abstract class FolderProvider extends AbstractSandboxProvider {

    private static final String SNAPSHOT_FORMAT = "1";

    private final SandboxStore store;
    private final AtomicBoolean swept = new AtomicBoolean();

    protected FolderProvider(String name, ProviderContext context) {
        super(name, context);
        this.store = new SandboxStore(context.stateDirectory());
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
        return store.whyUnusable();
    }

    protected final String stateFolder() {
        return context().stateDirectory().toString();
    }

    /** Name the version of what runs the sandboxes. */
    protected String runtimeVersion() {
        return HostPlatform.description();
    }

    @Override
    protected final AbstractSandbox launch(Creation creation) throws IOException {
        return launch(creation, paths -> fill(creation, paths));
    }

    private AbstractSandbox launch(Creation creation, Preparation preparation) throws IOException {
        if (swept.compareAndSet(false, true)) {
            reap();
        }
        SandboxSpec spec = creation.spec();
        SandboxRecord record = SandboxRecord.of(creation.id(), context().owner(), creation.spec());
        Path folder = store.create(record);
        RootedPaths paths = new RootedPaths(Files.createDirectories(rootIn(folder)), spec.workdir());
        preparation.prepare(paths);
        creation.deadline().check("filling its folder");
        Files.createDirectories(paths.follow(spec.workdir()));
        Files.createDirectories(paths.follow("/tmp"));
        return open(creation, info(record, folder), new Home(paths, store, snapshotStore()));
    }

    @Override
    protected final void discard(String id) {
        try {
            store.remove(id);
        } catch (IOException e) {
            throw new SandboxTransportException(Fault.of("Cannot remove what is left of sandbox '" + id + "': " + e)
                    .provider(name())
                    .sandbox(id)
                    .remedy("delete it by hand below " + stateFolder())
                    .cause(e));
        }
    }

    @Override
    public final List<SandboxInfo> list() {
        List<SandboxInfo> infos = new ArrayList<>(liveInfos());
        Set<String> own = infos.stream().map(SandboxInfo::id).collect(Collectors.toSet());
        for (SandboxRecord record : listing().records()) {
            if (!own.contains(record.id()) && record.isOwned()) {
                infos.add(info(
                        record, context().stateDirectory().resolve("sandboxes").resolve(record.id())));
            }
        }
        return infos;
    }

    @Override
    public final ReapReport reap() {
        SandboxStore.Listing listing = listing();
        List<String> removed = new ArrayList<>();
        List<String> failures = new ArrayList<>(listing.unreadable());
        for (SandboxRecord record : listing.records()) {
            if (!record.isOrphaned()) {
                continue;
            }
            boolean dead = new ProcessScope(record.id()).killAll();
            try {
                store.remove(record.id());
                removed.add(record.id());
            } catch (IOException e) {
                failures.add(record.id() + ": " + e);
            }
            if (!dead) {
                failures.add(record.id() + ": some of its processes could not be killed");
            }
        }
        return new ReapReport(removed, failures);
    }

    @Override
    public final Sandbox connect(String id) {
        return liveOrThrow(id);
    }

    @Override
    public final Snapshots snapshots() {
        SnapshotStore snapshots = snapshotStore();
        return snapshots.served((snapshot, spec) -> make(spec, creation -> {
            snapshots.verify(snapshot);
            return launch(creation, paths -> snapshots.restore(snapshot, paths));
        }));
    }

    private SnapshotStore snapshotStore() {
        try {
            return new SnapshotStore(store.folder("snapshots"), name(), SNAPSHOT_FORMAT);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private SandboxStore.Listing listing() {
        try {
            return store.list();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private SandboxTransportException unreadable(IOException e) {
        return new SandboxTransportException(Fault.of("Cannot read the state folder '" + stateFolder() + "': " + e)
                .provider(name())
                .remedy("make it readable and writable for this user, or choose another one with SANDBOX_STATE_DIR")
                .cause(e));
    }

    private SandboxInfo info(SandboxRecord record, Path folder) {
        return record.info(
                new SandboxInfo.RunsOn(name(), runtimeVersion(), capabilities().isolation()), folder.toString());
    }

    /** Fills the folder of a sandbox before it is handed over. */
    @FunctionalInterface
    private interface Preparation {
        void prepare(RootedPaths paths) throws IOException;
    }
}
