package dev.sandboxed.folder.provider;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.AbstractSandboxProvider;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.folder.snapshot.SnapshotStore;
import dev.sandboxed.folder.store.SandboxRecord;
import dev.sandboxed.folder.store.SandboxStore;
import dev.sandboxed.linux.proc.ProcessWorld;
import dev.sandboxed.process.Ownership;
import dev.sandboxed.process.ProcessScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
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
 * <p>For implementors: {@link #begin} makes a sandbox in its folder, {@link #describe} tells of one that another process has,
 * {@link #kill} and {@link #removeOutside} remove what a sandbox has beside its folder.
 */
public abstract class RecordedSandboxProvider extends AbstractSandboxProvider {

    private static final String SNAPSHOTS = "snapshots";
    /** The second keeps names that are not text. */
    private static final String SNAPSHOT_FORMAT = "2";

    private final SandboxStore store;
    private final Duration mostUnseen;
    private final AtomicBoolean swept = new AtomicBoolean();

    /**
     * Keep sandboxes below the state folder.
     *
     * @throws IllegalArgumentException if the setting {@code reapAfter} is no duration
     */
    protected RecordedSandboxProvider(String name, ProviderContext context) {
        super(name, context);
        this.mostUnseen = Ownership.bound(context.settings());
        this.store = new SandboxStore(context.stateDirectory());
    }

    /**
     * A sandbox in the making.
     *
     * @param creation what is to be made, and until when
     * @param record what is kept about it
     * @param folder its folder, which is empty
     * @param snapshot what its files come from, which was found whole; empty for a new sandbox
     */
    public record Beginning(Creation creation, SandboxRecord record, Path folder, Optional<Snapshot> snapshot) {}

    /**
     * Make a sandbox. Whatever it leaves when it fails is removed.
     *
     * @throws IOException if the host refuses what it needs
     */
    protected abstract AbstractSandbox begin(Beginning beginning) throws IOException;

    /** Tell of a sandbox that is none of this provider's own; empty if there is nothing to tell yet. */
    protected abstract Optional<SandboxInfo> describe(SandboxRecord record);

    /** Kill whatever is left of the processes of a sandbox; tells whether all are dead. */
    protected boolean kill(String id) {
        return new ProcessScope(id).killAll();
    }

    /**
     * Remove what a sandbox whose processes were killed has outside of its folder; nothing may be there.
     *
     * @throws IOException if something is left
     */
    protected void removeOutside(String id) throws IOException {}

    /** Remove whatever a sandbox consists of, however far it came. The record goes last. */
    private void clear(String id) throws IOException {
        boolean dead = kill(id);
        removeOutside(id);
        store.remove(id);
        if (!dead) {
            throw new IOException("some of its processes could not be killed");
        }
    }

    protected final SandboxStore store() {
        return store;
    }

    /** Name the folder that everything is kept in. */
    protected final String stateFolder() {
        return context().stateDirectory().toString();
    }

    /** Give the folder of a sandbox, whether it is there or not. */
    protected final Path folderOf(String id) {
        return context().stateDirectory().toAbsolutePath().resolve("sandboxes").resolve(id);
    }

    /**
     * Give the place for snapshots; it is made if missing.
     *
     * @throws SandboxTransportException if the state folder cannot be used
     */
    protected final SnapshotStore snapshotStore() {
        try {
            return new SnapshotStore(store.folder(SNAPSHOTS), name(), SNAPSHOT_FORMAT);
        } catch (IOException e) {
            throw unusable(e);
        }
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
        return begin(new Beginning(creation, record, store.create(record), snapshot));
    }

    @Override
    protected final void discard(String id) {
        try {
            clear(id);
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
        listing().records().stream()
                .filter(record ->
                        !own.contains(record.id()) && record.ownership().isKept(ProcessWorld.current()))
                .forEach(record -> describe(record).ifPresent(infos::add));
        return infos;
    }

    @Override
    public final ReapReport reap() {
        SandboxStore.Listing listing = listing();
        List<String> removed = new ArrayList<>();
        List<String> failures = new ArrayList<>(listing.unreadable());
        for (SandboxRecord record : listing.records()) {
            if (record.ownership().isOrphaned(ProcessWorld.current(), Instant.now(), mostUnseen)) {
                try {
                    clear(record.id());
                    removed.add(record.id());
                } catch (IOException e) {
                    failures.add(record.id() + ": " + e);
                }
            }
        }
        sweepDrafts(failures);
        return new ReapReport(removed, failures);
    }

    /** Remove what was in the making when its maker was killed. */
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

    private SandboxStore.Listing listing() {
        try {
            return store.list();
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
