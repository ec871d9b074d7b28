package dev.sandboxed.provider.local.bubblewrap;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.AbstractSandboxProvider;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.folder.files.RootedPaths;
import dev.sandboxed.folder.rootfs.RootfsCache;
import dev.sandboxed.folder.snapshot.SnapshotStore;
import dev.sandboxed.folder.store.SandboxRecord;
import dev.sandboxed.folder.store.SandboxStore;
import dev.sandboxed.process.ProcessScope;
import dev.sandboxed.provider.local.bubblewrap.box.BoxFolder;
import dev.sandboxed.provider.local.bubblewrap.box.BoxMaker;
import dev.sandboxed.provider.local.bubblewrap.cgroup.ControlGroups;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands in namespaces of their own that bubblewrap makes, with the host's programs or those of a folder.
 *
 * <p>Inside there is one user without any privilege, a read-only root, a workdir and a {@code /tmp} that can be written,
 * and no network unless it is asked for. Of the host's files only programs, libraries and harmless settings are seen. The
 * kernel is the host's, under a filter of system calls. It needs no root; limits on memory, processors and processes are
 * claimed where this user may make control groups, and without a limit there are never more than 1024 processes then.
 *
 * <p>Setting: {@code program}, where bubblewrap is.
 */
public final class BubblewrapProvider extends AbstractSandboxProvider {

    /** The name of the provider. */
    public static final String NAME = "bubblewrap";

    private static final String SNAPSHOT_FORMAT = "1";

    private final SandboxStore store;
    private final BubblewrapProgram program;
    private final RootfsCache images;
    private final AtomicBoolean swept = new AtomicBoolean();
    private volatile @Nullable ControlGroups groups;
    private volatile @Nullable String version;

    public BubblewrapProvider(ProviderContext context) {
        super(NAME, context);
        this.store = new SandboxStore(context.stateDirectory());
        this.images = RootfsCache.beside(context);
        this.program = new BubblewrapProgram(
                context.settings().getOrDefault("program", "bwrap"), new UserNamespaces(Path.of("/proc/sys")));
    }

    @Override
    public Capabilities capabilities() {
        return BubblewrapCapabilities.of(groups().limits());
    }

    /** Found out once: what a process may do to control groups does not change while it runs. */
    private ControlGroups groups() {
        ControlGroups known = groups;
        if (known == null) {
            known = ControlGroups.find();
            groups = known;
        }
        return known;
    }

    @Override
    public ProviderStatus status() {
        Optional<String> unusable = store.whyUnusable();
        return unusable.isPresent()
                ? new ProviderStatus.Unavailable(unusable.get(), SandboxStore.REMEDY)
                : program.status(Map.of("state", stateFolder(), "limits", String.valueOf(groups().limits())));
    }

    private String stateFolder() {
        return context().stateDirectory().toString();
    }

    @Override
    protected AbstractSandbox launch(Creation creation) throws IOException {
        return launch(creation, paths -> {});
    }

    private AbstractSandbox launch(Creation creation, Preparation preparation) throws IOException {
        if (swept.compareAndSet(false, true)) {
            reap();
        }
        SandboxSpec spec = creation.spec();
        SandboxRecord record = SandboxRecord.of(creation.id(), context().owner(), creation.spec());
        BoxFolder folder = new BoxFolder(store.create(record));
        RootedPaths paths = new RootedPaths(folder.root(), spec.workdir());
        Files.createDirectory(folder.root());
        preparation.prepare(paths);
        creation.deadline().check("restoring files");
        SandboxHome home = new SandboxHome(
                paths,
                folder,
                groups().of(creation.id()),
                store,
                snapshotStore(),
                new BoxMaker(program.path(), images));
        return BubblewrapSandbox.start(creation, home, capabilities(), first -> info(record, first));
    }

    @Override
    protected void discard(String id) {
        try {
            Remains.remove(store, folder(id), id);
        } catch (IOException e) {
            throw new SandboxTransportException(Fault.of("Cannot remove what is left of sandbox '" + id + "': " + e)
                    .provider(NAME)
                    .sandbox(id)
                    .remedy("delete it by hand below " + stateFolder())
                    .cause(e));
        }
    }

    private BoxFolder folder(String id) {
        return new BoxFolder(
                context().stateDirectory().toAbsolutePath().resolve("sandboxes").resolve(id));
    }

    @Override
    public List<SandboxInfo> list() {
        List<SandboxInfo> infos = new ArrayList<>(liveInfos());
        Set<String> own = infos.stream().map(SandboxInfo::id).collect(Collectors.toSet());
        for (SandboxRecord record : listing().records()) {
            boolean theirs = !record.owner().equals(context().owner());
            if (theirs && !own.contains(record.id()) && record.isOwned()) {
                folder(record.id()).firstProcess().ifPresent(pid -> infos.add(info(record, String.valueOf(pid))));
            }
        }
        return infos;
    }

    /** Its processes died with their owner; what is left are folders and control groups. */
    @Override
    public ReapReport reap() {
        SandboxStore.Listing listing = listing();
        List<String> removed = new ArrayList<>();
        List<String> failures = new ArrayList<>(listing.unreadable());
        for (SandboxRecord record : listing.records()) {
            if (!record.isOrphaned()) {
                continue;
            }
            if (!new ProcessScope(record.id()).killAll()) {
                failures.add(record.id() + ": some of its processes could not be killed");
            }
            try {
                Remains.remove(store, folder(record.id()), record.id());
                removed.add(record.id());
            } catch (IOException e) {
                failures.add(record.id() + ": " + e);
            }
        }
        return new ReapReport(removed, failures);
    }

    @Override
    public Sandbox connect(String id) {
        return liveOrThrow(id);
    }

    @Override
    public Snapshots snapshots() {
        SnapshotStore snapshots = snapshotStore();
        return snapshots.served((snapshot, spec) -> make(spec, creation -> {
            snapshots.verify(snapshot);
            return launch(creation, paths -> snapshots.restore(snapshot, paths));
        }));
    }

    private SnapshotStore snapshotStore() {
        try {
            return new SnapshotStore(store.folder("snapshots"), NAME, SNAPSHOT_FORMAT);
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
                .provider(NAME)
                .remedy("make it readable and writable for this user, or choose another one with SANDBOX_STATE_DIR")
                .cause(e));
    }

    private SandboxInfo info(SandboxRecord record, String firstProcess) {
        return record.info(new SandboxInfo.RunsOn(NAME, version(), Isolation.NAMESPACE), firstProcess);
    }

    private String version() {
        String known = version;
        if (known == null) {
            known = program.version();
            version = known;
        }
        return known;
    }

    /** Fills the files of a sandbox before it starts. */
    @FunctionalInterface
    private interface Preparation {
        void prepare(RootedPaths paths) throws IOException;
    }
}
