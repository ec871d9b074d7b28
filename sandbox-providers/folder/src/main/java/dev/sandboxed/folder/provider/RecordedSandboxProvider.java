package dev.sandboxed.folder.provider;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.capability.Headroom;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.AbstractSandboxProvider;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.folder.snapshot.SnapshotStore;
import dev.sandboxed.folder.store.SandboxRecord;
import dev.sandboxed.folder.store.SandboxStore;
import dev.sandboxed.linux.internal.host.HostHeadroom;
import dev.sandboxed.process.ProcessScope;
import dev.sandboxed.process.internal.owner.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * A provider that keeps a folder for each sandbox, with a record of who owns it, so that others can list it and remove what
 * a killed owner left.
 *
 * <p>The setting {@code reapAfter} of each such provider, a day by default, says how old what others left may become where
 * nobody can tell whether its owner lives: an owner in another container, or on another machine that shares the folder.
 *
 * <p>For implementors: {@link #begin} makes a sandbox in its folder, {@link #describe} describes one that another process has.
 * Override {@link #tearDown} if a sandbox has more on the host than its folder and the processes that carry its mark.
 */
public abstract class RecordedSandboxProvider extends AbstractSandboxProvider {

    private static final String SNAPSHOTS = "snapshots";
    /** The second keeps names that are not text. */
    private static final String SNAPSHOT_FORMAT = "2";

    private final SandboxStore store;
    private final Duration mostUnseen;
    private final AtomicBoolean swept = new AtomicBoolean();

    /**
     * Creates a provider that keeps sandboxes below the state folder.
     *
     * @throws IllegalArgumentException if the setting {@code reapAfter} is no duration
     */
    protected RecordedSandboxProvider(String name, ProviderContext context) {
        super(name, context);
        this.mostUnseen = Ownership.bound(context.settings());
        this.store = new SandboxStore(context.stateDirectory());
    }

    /**
     * Makes a sandbox in its folder. Whatever it leaves when it fails is removed.
     *
     * @throws IOException if the host refuses what it needs
     */
    protected abstract AbstractSandbox begin(Beginning beginning) throws IOException;

    /** Describes a sandbox that is none of this provider's own; empty if there is nothing to tell yet. */
    protected abstract Optional<SandboxInfo> describe(SandboxRecord record);

    /**
     * Kills whatever is left of the processes of a sandbox, and then removes what it has outside of its folder.
     * All of that may be absent.
     *
     * @return whether all processes are dead
     * @throws IOException if something outside of its folder is left
     */
    protected boolean tearDown(String id) throws IOException {
        return new ProcessScope(id).killAll();
    }

    protected final SandboxStore store() {
        return store;
    }

    /** Returns the folder that everything is kept in, as the user has named it. */
    protected final String stateFolder() {
        return context().stateDirectory().toString();
    }

    @Override
    public final Optional<Headroom> headroom() {
        return HostHeadroom.measure(context().stateDirectory());
    }

    @Override
    protected final AbstractSandbox launch(Creation creation) throws IOException {
        return launch(creation, Optional.empty());
    }

    private AbstractSandbox launch(Creation creation, Optional<Snapshot> snapshot) throws IOException {
        if (swept.compareAndSet(false, true)) {
            reap();
        }
        SandboxRecord record = SandboxRecord.of(creation.id(), context().owner(), creation.spec());
        Path folder = store.create(record);
        return begin(new Beginning(creation, record, folder, snapshot, store, snapshotStore()));
    }

    @Override
    protected final void discard(String id) {
        try {
            store.discard(id, this::tearDown);
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
        try {
            store.owned().stream()
                    .filter(record -> !own.contains(record.id()))
                    .forEach(record -> describe(record).ifPresent(infos::add));
            return infos;
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    @Override
    public final ReapReport reap() {
        try {
            ReapReport report = store.reap(mostUnseen, this::tearDown);
            List<String> failures = new ArrayList<>(report.failures());
            sweepDrafts(failures);
            return new ReapReport(report.removed(), failures);
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    /** Removes what was in the making when its maker was killed. */
    private void sweepDrafts(List<String> failures) {
        try {
            store.sweep();
            if (Files.isDirectory(context().stateDirectory().resolve(SNAPSHOTS))) {
                snapshotStore().sweep();
            }
        } catch (IOException e) {
            failures.add("what was left half made in '" + stateFolder() + "': " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failures.add("interrupted while looking for what was left half made in '" + stateFolder() + "'");
        }
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
            return launch(creation, Optional.of(snapshot));
        }));
    }

    private SnapshotStore snapshotStore() {
        try {
            return new SnapshotStore(store.folder(SNAPSHOTS), name(), SNAPSHOT_FORMAT);
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    private SandboxTransportException unusable(IOException e) {
        return new SandboxTransportException(Fault.of("Cannot use the state folder '" + stateFolder() + "': " + e)
                .provider(name())
                .remedy(SandboxStore.REMEDY)
                .cause(e));
    }
}
