package dev.sandboxed.provider.oci;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.AbstractSandboxProvider;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.folder.snapshot.SnapshotStore;
import dev.sandboxed.folder.store.SandboxRecord;
import dev.sandboxed.folder.store.SandboxStore;
import dev.sandboxed.process.ProcessScope;
import dev.sandboxed.provider.oci.bundle.BundleFolder;
import dev.sandboxed.provider.oci.bundle.Kind;
import dev.sandboxed.provider.oci.cgroup.ControlGroup;
import dev.sandboxed.provider.oci.container.RuntimeProgram;
import dev.sandboxed.provider.oci.snapshot.RootArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands in containers of an OCI runtime, one container for each sandbox, without a daemon.
 *
 * <p>A container sees the programs and libraries of the host and nothing else of it. What it changes lies in a folder of its
 * own. All privileges are dropped and none can be gained, and there is no network. It takes root to make one.
 *
 * <p>The setting {@code program} names the runtime's program where it is not in the path.
 */
public final class OciProvider extends AbstractSandboxProvider {

    private static final String SNAPSHOT_FORMAT = "1";

    private final Kind kind;
    private final SandboxStore store;
    private final AtomicBoolean swept = new AtomicBoolean();
    private final AtomicReference<@Nullable RuntimeProgram> found = new AtomicReference<>();

    public OciProvider(Kind kind, ProviderContext context) {
        super(kind.provider(), context);
        this.kind = kind;
        this.store = new SandboxStore(context.stateDirectory());
    }

    @Override
    public Capabilities capabilities() {
        return OciCapabilities.of(kind);
    }

    @Override
    public ProviderStatus status() {
        return new OciProbe(kind, context().stateDirectory(), store, this::program).status();
    }

    @Override
    protected AbstractSandbox launch(Creation creation) throws IOException {
        return launch(creation, bundle -> false);
    }

    private AbstractSandbox launch(Creation creation, Preparation preparation) throws IOException {
        RuntimeProgram program = program();
        if (swept.compareAndSet(false, true)) {
            reap();
        }
        SandboxRecord record = SandboxRecord.of(creation.id(), context().owner(), creation.spec());
        BundleFolder bundle = new BundleFolder(store.create(record));
        boolean whole = preparation.prepare(bundle);
        creation.deadline().check("restoring files");
        return new OciLaunch(creation, program, bundle, whole)
                .begin((container, word) -> new OciSandbox(
                        kind,
                        creation,
                        info(record, program.version(), bundle.path()),
                        capabilities(),
                        container,
                        word,
                        store,
                        snapshotStore()));
    }

    /** Look for it once, since to ask it for its version takes as long as to start a container. */
    private RuntimeProgram program() {
        RuntimeProgram known = found.get();
        if (known == null || !Files.isExecutable(known.file())) {
            known = RuntimeProgram.find(kind, context());
            found.set(known);
        }
        return known;
    }

    @Override
    protected void discard(String id) {
        try {
            clear(id);
        } catch (IOException e) {
            throw new SandboxTransportException(Fault.of("Cannot remove what is left of sandbox '" + id + "': " + e)
                    .provider(name())
                    .sandbox(id)
                    .remedy("delete it by hand below " + context().stateDirectory())
                    .cause(e));
        }
    }

    /** Remove whatever a sandbox consists of, however far it came: clients of the runtime, processes, group and folder. */
    private void clear(String id) throws IOException {
        ControlGroup group = new ControlGroup(id);
        boolean clientsDead = new ProcessScope(id).killAll();
        boolean dead = group.killAll() && clientsDead;
        group.remove();
        store.remove(id);
        if (!dead) {
            throw new IOException("some of its processes could not be killed");
        }
    }

    @Override
    public List<SandboxInfo> list() {
        List<SandboxInfo> infos = new ArrayList<>(liveInfos());
        Set<String> own = infos.stream().map(SandboxInfo::id).collect(Collectors.toSet());
        for (SandboxRecord record : listing().records()) {
            if (!own.contains(record.id()) && record.isOwned()) {
                Path folder = context().stateDirectory().resolve("sandboxes").resolve(record.id());
                infos.add(info(record, name(), folder));
            }
        }
        return infos;
    }

    @Override
    public ReapReport reap() {
        SandboxStore.Listing listing = listing();
        List<String> removed = new ArrayList<>();
        List<String> failures = new ArrayList<>(listing.unreadable());
        for (SandboxRecord record : listing.records()) {
            if (record.isOrphaned()) {
                try {
                    clear(record.id());
                    removed.add(record.id());
                } catch (IOException e) {
                    failures.add(record.id() + ": " + e);
                }
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
            return launch(creation, bundle -> new RootArchive(bundle).unpack(snapshots.archiveOf(snapshot)));
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
        return new SandboxTransportException(
                Fault.of("Cannot read the state folder '" + context().stateDirectory() + "': " + e)
                        .provider(name())
                        .remedy(SandboxStore.REMEDY)
                        .cause(e));
    }

    private SandboxInfo info(SandboxRecord record, String version, Path folder) {
        return record.info(new SandboxInfo.RunsOn(name(), version, kind.isolation()), folder.toString());
    }

    /** Fills the folder of a sandbox before it is started; tells whether all of its files are there then. */
    @FunctionalInterface
    private interface Preparation {
        boolean prepare(BundleFolder bundle) throws IOException;
    }
}
