package dev.sandboxed.provider.oci.internal;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.folder.internal.disk.SizedFolder;
import dev.sandboxed.folder.provider.Beginning;
import dev.sandboxed.folder.provider.RecordedSandboxProvider;
import dev.sandboxed.folder.rootfs.Rootfs;
import dev.sandboxed.folder.rootfs.RootfsCache;
import dev.sandboxed.folder.snapshot.SnapshotStore;
import dev.sandboxed.folder.store.SandboxRecord;
import dev.sandboxed.linux.internal.cgroup.ControlGroup;
import dev.sandboxed.linux.internal.cgroup.ControlGroups;
import dev.sandboxed.network.internal.NetworkRoom;
import dev.sandboxed.network.internal.NetworkTools;
import dev.sandboxed.network.internal.ProxyTrust;
import dev.sandboxed.provider.oci.internal.bundle.BundleFolder;
import dev.sandboxed.provider.oci.internal.container.RuntimeProgram;
import dev.sandboxed.provider.oci.internal.kernel.Kind;
import dev.sandboxed.provider.oci.internal.snapshot.RootArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands in containers of an OCI runtime, one container for each sandbox, without a daemon.
 *
 * <p>A container sees the programs and libraries of the host and nothing else of it; or an image: a folder, an archive or what
 * can be fetched by its name, unpacked once into the cache that all providers of a user share. What it changes lies in a
 * folder of its own. All privileges are dropped and none can be gained. There is no network but loopback, unless a spec asks
 * for one and slirp4netns, nft and ip are there to make it.
 *
 * <p>It takes root to make one, except with gVisor: there an ordinary user gets containers without limits, images, users and
 * a network.
 *
 * <p>Settings: {@code program} names the runtime's program where it is not in the path, {@code slirp4netns}, {@code nft}
 * and {@code ip} those programs, and {@code image} the image of those specs that name none.
 */
public final class OciProvider extends RecordedSandboxProvider {

    private static final String IMAGE = "image";

    private final Kind kind;
    private final RootfsCache images;
    private final AtomicReference<@Nullable RuntimeProgram> found = new AtomicReference<>();
    private volatile @Nullable Capabilities capabilities;

    public OciProvider(Kind kind, ProviderContext context) {
        super(kind.provider(), context);
        this.kind = kind;
        this.images = RootfsCache.beside(context);
    }

    /** Found out once, since every creation asks; but as long as there is no network that is asked again, since programs may come. */
    @Override
    public Capabilities capabilities() {
        Capabilities known = capabilities;
        if (known == null || !known.has(Capability.NETWORK_ALLOWLIST)) {
            known = OciCapabilities.of(kind, NetworkTools.Offer.of(context()));
            capabilities = known;
        }
        return known;
    }

    @Override
    public ProviderStatus status() {
        return new OciProbe(kind, context(), store(), this::program).status();
    }

    @Override
    protected SandboxSpec completed(SandboxSpec spec) {
        return ProxyTrust.completed(spec);
    }

    @Override
    protected AbstractSandbox begin(Beginning beginning) throws IOException {
        Creation creation = beginning.creation();
        RuntimeProgram program = program(creation.deadline());
        // It is made while the files are.
        @Nullable
        NetworkRoom network = NetworkTools.beginFor(creation, context(), name()).orElse(null);
        try {
            return begin(beginning, program, network);
        } catch (IOException | RuntimeException | Error e) {
            if (network != null) {
                network.close();
            }
            throw e;
        }
    }

    private OciSandbox begin(Beginning beginning, RuntimeProgram program, @Nullable NetworkRoom network)
            throws IOException {
        Creation creation = beginning.creation();
        SnapshotStore snapshots = beginning.snapshots();
        BundleFolder bundle = new BundleFolder(beginning.folder());
        SizedFolder disk =
                SizedFolder.make(bundle.files(), creation.spec().limits().disk());
        @Nullable Rootfs image = image(creation);
        boolean whole = false;
        if (beginning.snapshot().isPresent()) {
            Path archive = snapshots.archiveOf(beginning.snapshot().get());
            whole = disk.restore(() -> new RootArchive(bundle, image).unpack(archive));
            creation.deadline().check("restoring files");
        }
        SandboxInfo info = info(beginning.record(), program.version(), bundle.path());
        return new OciLaunch(creation, program, bundle, image, whole, network)
                .begin(service -> new OciSandbox(creation, info, capabilities(), service, store(), snapshots));
    }

    private @Nullable Rootfs image(Creation creation) {
        @Nullable
        Rootfs image = creation.spec()
                .image()
                .or(() -> Optional.ofNullable(context().settings().get(IMAGE)))
                .map(images::get)
                .orElse(null);
        creation.deadline().check("unpacking the image");
        return image;
    }

    /** A creation that has no time left for the program's answer is too late, whatever is wrong with the program. */
    private RuntimeProgram program(Deadline deadline) {
        try {
            return program(deadline.remaining());
        } catch (ProviderUnavailableException e) {
            deadline.check("asking for the version of the runtime");
            throw e;
        }
    }

    /** Looks for it once, since to ask it for its version takes as long as to start a container. */
    private RuntimeProgram program(Duration limit) {
        RuntimeProgram known = found.get();
        if (known == null || !Files.isExecutable(known.file())) {
            known = RuntimeProgram.find(kind, context(), limit);
            found.set(known);
        }
        return known;
    }

    @Override
    protected Optional<SandboxInfo> describe(SandboxRecord record) {
        return OciProbe.isTrial(kind, record.id())
                ? Optional.empty()
                : Optional.of(info(record, name(), store().folderOf(record.id())));
    }

    /** Both the clients of the runtime and those inside are killed. */
    @Override
    protected boolean tearDown(String id) throws IOException {
        ControlGroup inside = ControlGroups.ofRuntimes().of(id);
        boolean clientsDead = super.tearDown(id);
        boolean dead = inside.killAll() && clientsDead;
        inside.remove();
        return dead;
    }

    private SandboxInfo info(SandboxRecord record, String version, Path folder) {
        return record.info(new SandboxInfo.RunsOn(name(), version, kind.isolation()), folder.toString());
    }
}
