package dev.sandboxed.provider.local.internal.bubblewrap;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.folder.internal.disk.SizedFolder;
import dev.sandboxed.folder.provider.Beginning;
import dev.sandboxed.folder.provider.RecordedSandboxProvider;
import dev.sandboxed.folder.rootfs.RootfsCache;
import dev.sandboxed.folder.store.SandboxRecord;
import dev.sandboxed.folder.store.SandboxStore;
import dev.sandboxed.linux.internal.cgroup.ControlGroup;
import dev.sandboxed.linux.internal.cgroup.ControlGroups;
import dev.sandboxed.linux.internal.host.UserNamespaces;
import dev.sandboxed.network.internal.NetworkRoom;
import dev.sandboxed.network.internal.NetworkTools;
import dev.sandboxed.network.internal.ProxyTrust;
import dev.sandboxed.provider.local.internal.bubblewrap.box.BoxFolder;
import dev.sandboxed.provider.local.internal.bubblewrap.box.BoxMaker;
import dev.sandboxed.provider.local.internal.bubblewrap.box.ProgramChanges;
import dev.sandboxed.provider.local.internal.bubblewrap.box.SharedSettings;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands in namespaces of their own that bubblewrap makes, with the host's programs or those of a folder.
 *
 * <p>Inside there is one user without any privilege, a read-only root, a workdir and a {@code /tmp} that can be written,
 * and no network, unless a spec of root's asks for one and slirp4netns, nft and ip are there to make it. Of the host's files only
 * programs, libraries and harmless settings are seen. For root the programs look writable: changes to them are the sandbox's own, and the host's stay as they are. The kernel is the
 * host's, under a filter of system calls. It needs no root; limits on memory, processors and processes are claimed where this
 * user may make control groups, and without a limit there are never more than 1024 processes then.
 *
 * <p>Settings: {@code program}, where bubblewrap is, and {@code slirp4netns}, {@code nft} and {@code ip}, where those are.
 */
public final class BubblewrapProvider extends RecordedSandboxProvider {

    /** The name of the provider. */
    public static final String NAME = "bubblewrap";

    private static final Logger LOG = System.getLogger(BubblewrapProvider.class.getName());

    private final BubblewrapProgram program;
    private final RootfsCache images;
    private final Supplier<String> diskObstacle;
    private volatile @Nullable ControlGroups groups;
    private volatile @Nullable ProgramChanges changes;
    private volatile @Nullable Capabilities capabilities;
    private volatile @Nullable String version;
    private @Nullable SharedSettings settings;

    public BubblewrapProvider(ProviderContext context) {
        this(context, SizedFolder::obstacle);
    }

    /**
     * Creates one.
     *
     * @param diskObstacle tells why disks cannot be limited, empty if they can
     */
    BubblewrapProvider(ProviderContext context, Supplier<String> diskObstacle) {
        super(NAME, context);
        this.diskObstacle = diskObstacle;
        this.images = RootfsCache.beside(context);
        this.program =
                new BubblewrapProgram(context.settings().getOrDefault("program", "bwrap"), UserNamespaces.OF_THIS_HOST);
    }

    /**
     * Found out once, since every creation asks; but as long as disks cannot be limited that is asked again, since the host may
     * only have been slow.
     */
    @Override
    public Capabilities capabilities() {
        Capabilities known = capabilities;
        if (known == null || !known.has(Capability.LIMIT_DISK)) {
            known = BubblewrapCapabilities.of(groups().limits(), NetworkTools.Offer.of(context()), diskObstacle.get());
            capabilities = known;
        }
        return known;
    }

    /** Found out once: what a process may do to control groups does not change while it runs. */
    private ControlGroups groups() {
        ControlGroups known = groups;
        if (known == null) {
            known = ControlGroups.find(BubblewrapProgram::joins);
            groups = known;
        }
        return known;
    }

    /** Found out once: neither the kernel nor the state folder's file system changes while a process runs. */
    private ProgramChanges changes() {
        ProgramChanges known = changes;
        if (known == null) {
            known = ProgramChanges.tryOut(context().stateDirectory());
            changes = known;
        }
        return known;
    }

    /** Made for the first sandbox, and removed with the last one. */
    private synchronized SharedSettings settings() throws IOException {
        SharedSettings known = settings;
        if (known == null) {
            known = SharedSettings.in(store().drafts().nextFolder());
            settings = known;
        }
        return known;
    }

    @Override
    protected synchronized void shutDown() {
        SharedSettings known = settings;
        if (known == null) {
            return;
        }
        try {
            known.remove();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "Cannot remove " + known.path() + "; delete it by hand", e);
        }
    }

    @Override
    public ProviderStatus status() {
        Optional<String> unusable = store().whyUnusable();
        return unusable.isPresent()
                ? new ProviderStatus.Unavailable(unusable.get(), SandboxStore.REMEDY)
                : program.status(Map.of(
                        "state",
                        stateFolder(),
                        "limits",
                        String.valueOf(groups().limits()),
                        "usr",
                        changes().description(),
                        "disk",
                        SizedFolder.describe(),
                        "network",
                        NetworkTools.describe(context())));
    }

    @Override
    protected SandboxSpec completed(SandboxSpec spec) {
        return ProxyTrust.completed(spec);
    }

    @Override
    protected AbstractSandbox begin(Beginning beginning) throws IOException {
        Creation creation = beginning.creation();
        // It is made while the files are.
        Optional<NetworkRoom> network = NetworkTools.beginFor(creation, context(), NAME);
        try {
            return begin(beginning, network);
        } catch (IOException | RuntimeException | Error e) {
            network.ifPresent(NetworkRoom::close);
            throw e;
        }
    }

    private AbstractSandbox begin(Beginning beginning, Optional<NetworkRoom> network) throws IOException {
        Creation creation = beginning.creation();
        BoxFolder folder = new BoxFolder(beginning.folder());
        SizedFolder disk =
                SizedFolder.make(folder.files(), creation.spec().limits().disk());
        Files.createDirectory(folder.root());
        if (beginning.snapshot().isPresent()) {
            Path archive = beginning.snapshots().archiveOf(beginning.snapshot().get());
            disk.restore(() -> folder.toUnpack().unpack(archive, Set.of()));
            creation.deadline().check("restoring files");
        }
        SandboxHome home = new SandboxHome(
                folder,
                disk,
                groups().of(creation.id()),
                store(),
                beginning.snapshots(),
                new BoxMaker(program.path(), images, changes(), settings(), network));
        return BubblewrapSandbox.start(creation, home, capabilities(), first -> info(beginning.record(), first));
    }

    /** Those of this process that are not known here are still in the making. */
    @Override
    protected Optional<SandboxInfo> describe(SandboxRecord record) {
        OptionalInt first = new BoxFolder(store().folderOf(record.id())).firstProcess();
        return first.isEmpty() || record.ownership().owner().equals(context().owner())
                ? Optional.empty()
                : Optional.of(info(record, String.valueOf(first.getAsInt())));
    }

    @Override
    protected boolean tearDown(String id) throws IOException {
        boolean dead = super.tearDown(id);
        ControlGroup.remove(new BoxFolder(store().folderOf(id)).remembered());
        return dead;
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
}
