package dev.sandboxed.provider.docker.internal;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ProviderStatus.Available;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Headroom;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotFilter;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.AbstractSandboxProvider;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.guest.exec.SupervisorScript;
import dev.sandboxed.linux.internal.host.HostHeadroom;
import dev.sandboxed.linux.internal.proc.EnclosingContainer;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import dev.sandboxed.network.internal.NetworkRoom;
import dev.sandboxed.network.internal.ProxyTrust;
import dev.sandboxed.process.internal.owner.Ownership;
import dev.sandboxed.process.internal.owner.Reaping;
import dev.sandboxed.provider.docker.internal.container.Confinement;
import dev.sandboxed.provider.docker.internal.container.Container;
import dev.sandboxed.provider.docker.internal.container.ContainerLabels;
import dev.sandboxed.provider.docker.internal.container.ContainerNetwork;
import dev.sandboxed.provider.docker.internal.container.ContainerPlan;
import dev.sandboxed.provider.docker.internal.container.Containers;
import dev.sandboxed.provider.docker.internal.container.Enclosure;
import dev.sandboxed.provider.docker.internal.engine.Engine;
import dev.sandboxed.provider.docker.internal.engine.EngineHost;
import dev.sandboxed.provider.docker.internal.engine.EngineInfo;
import dev.sandboxed.provider.docker.internal.image.Images;
import dev.sandboxed.provider.docker.internal.image.PullPolicy;
import dev.sandboxed.provider.docker.internal.snapshot.SnapshotImages;
import dev.sandboxed.provider.docker.internal.stream.ContainerChannel;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands in containers of a Docker engine, one container for each sandbox.
 *
 * <p>All privileges are dropped and none can be gained, there is no network unless it is asked for, and no more than 1024
 * processes unless another limit is given. How strong the wall is depends on the runtime: the setting or option
 * {@code runtime} names one that the engine knows, and what is really in force is looked up inside before a sandbox is
 * handed over. The provider declares the level of the setting; the option of a spec may be as strong or stronger, and a
 * weaker one is refused, since a floor that the setting meets would not hold for that sandbox. Secrets come with each command and are part of no container.
 *
 * <p>Other settings: {@code host}, where the engine listens; {@code image}, what sandboxes are made from unless their spec
 * says so; {@code pull}, when images are pulled; {@code reapAfter}, how old a container may become, a day by default, whose
 * owner is in another container or on another machine, where nobody can look whether it lives; {@code slirp4netns}, {@code nft} and
 * {@code ip}, the programs that make networks, where they are not in the path. Other options: {@code network}, which network of the engine to join;
 * {@code pull}.
 *
 * <p>Where the engine is on this host and this is root, the network of a container is a room of ours, which keeps lists and a log;
 * elsewhere, or where a network of the engine is named, it is the engine's.
 */
public final class DockerProvider extends AbstractSandboxProvider {

    /** The name of the provider. */
    public static final String NAME = "docker";

    /** Whoever asks was promised an answer within a second. */
    private static final Duration STATUS = Duration.ofMillis(950);

    private static final ProcessWorld HERE = ProcessWorld.current();

    private final Engine engine;
    private final Images images;
    private final Containers containers;
    private final SnapshotImages snapshots;
    private final Enclosure enclosure;
    private final DockerNetworks networks;
    private final Duration mostUnseen;
    private final AtomicBoolean swept = new AtomicBoolean();

    /**
     * Prepares it; the engine is not asked yet.
     *
     * @throws IllegalArgumentException if a setting cannot be read
     */
    public DockerProvider(ProviderContext context) {
        super(NAME, context);
        this.mostUnseen = Ownership.bound(context.settings());
        this.engine = Engine.of(context);
        this.images = new Images(engine, context);
        this.containers = new Containers(engine);
        this.snapshots = new SnapshotImages(engine);
        this.enclosure = new Enclosure(engine, EnclosingContainer.current());
        this.networks = new DockerNetworks(engine, enclosure, context);
    }

    @Override
    public Capabilities capabilities() {
        return DockerCapabilities.of(engine, context().settings().get(DockerOptions.RUNTIME), networks);
    }

    @Override
    public ProviderStatus status() {
        Deadline deadline = Deadline.in(STATUS);
        ProviderStatus status = engine.status();
        if (!(status instanceof Available available)) {
            return status;
        }
        Map<String, String> details = new LinkedHashMap<>(available.details());
        try {
            EngineInfo info = engine.info();
            Confinement confinement = Confinement.of(context().settings().get(DockerOptions.RUNTIME), info);
            details.put("network", networks.describe(confinement, info, deadline.remaining()));
        } catch (SandboxStartException unknownRuntime) {
            // Whoever creates a sandbox is told.
        }
        return new Available(available.version(), details);
    }

    /**
     * {@inheritDoc}
     *
     * <p>Told only of an engine that is proven to run on this host. Where a control group holds this JVM to less memory than the
     * host has, no more than that is told, though containers are in other groups.
     */
    @Override
    public Optional<Headroom> headroom() {
        return new EngineHost(engine).folder().flatMap(HostHeadroom::measure);
    }

    @Override
    protected Set<String> knownOptions() {
        return DockerOptions.KNOWN;
    }

    @Override
    protected SandboxSpec completed(SandboxSpec spec) {
        return ProxyTrust.completed(spec);
    }

    @Override
    protected AbstractSandbox launch(Creation creation) throws IOException {
        return launch(
                creation,
                pull -> images.resolve(creation.spec().image().orElse(null), pull, creation.deadline(), line -> {}));
    }

    private AbstractSandbox launch(Creation creation, Function<PullPolicy, String> source) throws IOException {
        DockerOptions options = DockerOptions.of(creation.spec(), context().settings());
        EngineInfo info = engine.info();
        Confinement confinement = confinement(options, info);
        DockerCapabilities.of(engine, options.runtime(), networks)
                .require(creation.spec().requiredCapabilities(), NAME);
        ContainerNetwork network = networks.of(creation.spec(), options.network(), confinement, info);
        if (!swept.get()) {
            reap();
            swept.set(true);
        }
        // It is made while the container is, and must not stay should the time be up just when that is there.
        @Nullable NetworkRoom room = networks.begin(network, creation).orElse(null);
        boolean made = false;
        try {
            DockerSandbox sandbox = DeadlineGuard.during(creation.deadline(), "starting the container", () -> {
                String image = source.apply(options.pull());
                ContainerLabels labels = labels(creation, confinement.promised());
                ContainerPlan plan =
                        new ContainerPlan(creation.spec(), image, images.defaults(image), labels, confinement, network);
                plan.requireOneDisk();
                return begin(creation, plan, room, info);
            });
            made = true;
            return sandbox;
        } finally {
            if (!made && room != null) {
                room.close();
            }
        }
    }

    /** A floor was held against what the settings declare. */
    private Confinement confinement(DockerOptions options, EngineInfo info) {
        return Confinement.of(options.runtime(), info)
                .noWeakerThan(Confinement.of(context().settings().get(DockerOptions.RUNTIME), info));
    }

    private ContainerLabels labels(Creation creation, Isolation isolation) {
        SandboxSpec spec = creation.spec();
        Instant now = Instant.now();
        return new ContainerLabels(
                creation.id(),
                HERE.written(),
                context().owner(),
                enclosure.id(),
                spec.labels(),
                now,
                spec.timeToLive().map(now::plus).orElse(null),
                isolation.written());
    }

    private DockerSandbox begin(Creation creation, ContainerPlan plan, @Nullable NetworkRoom room, EngineInfo info)
            throws IOException {
        String word = SupervisorScript.word();
        Container container = containers.create(plan, word);
        ContainerChannel first = container.attach();
        boolean ready = false;
        try {
            containers.start(container, plan);
            SandboxInfo described = info(plan.labels(), container);
            DockerService service =
                    new DockerService(creation.spec(), described, container, first, word, room, new AtomicInteger());
            DockerSandbox sandbox = new DockerSandbox(creation, described, capabilities(), service, snapshots);
            plan.confinement().verify(sandbox.commands().awaitReady(), info);
            if (room != null) {
                container.moveInto(room, creation.deadline());
            }
            if (plan.spec().limits().processes().isPresent()) {
                sandbox.commands().reserveSupervisor();
            }
            ready = true;
            return sandbox;
        } finally {
            if (!ready) {
                first.close();
            }
        }
    }

    @Override
    protected void discard(String id) {
        containers.discard(id);
    }

    @Override
    public List<SandboxInfo> list() {
        List<SandboxInfo> infos = new ArrayList<>(liveInfos());
        Set<String> own = infos.stream().map(SandboxInfo::id).collect(Collectors.toSet());
        for (Containers.Found found : containers.list()) {
            ContainerLabels labels = found.labels();
            boolean ours =
                    labels.owner().equals(context().owner()) && labels.world().equals(HERE.written());
            if (found.running() && !ours && !own.contains(labels.id()) && !isOrphaned(labels)) {
                infos.add(info(labels, found.container()));
            }
        }
        return infos;
    }

    @Override
    public ReapReport reap() {
        List<Containers.Found> orphans = containers.list().stream()
                .filter(found -> isOrphaned(found.labels()))
                .toList();
        ReapReport report = Reaping.remove(
                orphans,
                found -> found.labels().id(),
                found -> found.container().remove());
        snapshots.tidy();
        return report;
    }

    /** An owner whose processes cannot be looked at from here has certainly ended if its container has. */
    private boolean isOrphaned(ContainerLabels labels) {
        Ownership ownership = labels.ownership();
        return ownership.isOrphaned(HERE, Instant.now(), mostUnseen)
                || (!ownership.isKept(HERE) && enclosure.isGone(labels.enclosure()));
    }

    @Override
    public Sandbox connect(String id) {
        return liveOrThrow(id);
    }

    @Override
    public Snapshots snapshots() {
        return new Snapshots() {
            @Override
            public List<Snapshot> list(SnapshotFilter filter) {
                return snapshots.list(filter);
            }

            @Override
            public Sandbox restore(Snapshot snapshot, SandboxSpec spec) {
                return make(spec, creation -> launch(creation, pull -> snapshots.verify(snapshot)));
            }

            @Override
            public void delete(Snapshot snapshot) {
                snapshots.delete(snapshot);
            }
        };
    }

    @Override
    protected void shutDown() {
        engine.close();
    }

    private SandboxInfo info(ContainerLabels labels, Container container) {
        return new SandboxInfo(
                labels.id(),
                new SandboxInfo.RunsOn(NAME, engine.info().version(), Isolation.parse(labels.isolation())),
                container.id(),
                SandboxState.RUNNING,
                labels.owner(),
                labels.labels(),
                labels.created(),
                Optional.ofNullable(labels.expires()));
    }
}
