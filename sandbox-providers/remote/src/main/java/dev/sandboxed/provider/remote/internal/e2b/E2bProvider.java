package dev.sandboxed.provider.remote.internal.e2b;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.spec.AllowedHost;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.AbstractSandboxProvider;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.guest.internal.start.GuestStart;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import dev.sandboxed.process.internal.owner.Ownership;
import dev.sandboxed.process.internal.owner.Reaping;
import dev.sandboxed.process.internal.owner.SandboxMetadata;
import dev.sandboxed.provider.remote.internal.e2b.control.ControlApi;
import dev.sandboxed.provider.remote.internal.e2b.control.Listed;
import dev.sandboxed.provider.remote.internal.e2b.control.Order;
import dev.sandboxed.provider.remote.internal.e2b.control.Placed;
import dev.sandboxed.provider.remote.internal.e2b.envd.Daemon;
import dev.sandboxed.provider.remote.internal.e2b.envd.DaemonVersion;
import dev.sandboxed.provider.remote.internal.e2b.settings.ServiceSettings;
import dev.sandboxed.provider.remote.internal.wire.Wire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Runs commands in sandboxes of E2B, in its cloud or installed elsewhere.
 *
 * <p>Settings: {@code apiKey}, {@code domain}, {@code apiUrl}, {@code sandboxUrl}, {@code debug}, {@code httpVersion},
 * {@code connectionRetries} and {@code maxConnections} win over the variables of E2B's own programs that say the same;
 * {@code template} is what sandboxes are made from, also an option of a spec; {@code isolation} is what a service other than E2B's
 * own promises; {@code lifetime} is how long a sandbox lives that nobody renews, and {@code requestTimeout} how long a request may
 * take; {@code reapAfter} as for all providers.
 */
public final class E2bProvider extends AbstractSandboxProvider {

    /** The name of the provider. */
    public static final String NAME = "e2b";

    private static final String TEMPLATE = "template";
    private static final String USUAL_TEMPLATE = "base";
    /** What the one sandbox of a developer is called, which nobody makes or ends. */
    private static final String DEBUG_SANDBOX = "debug_sandbox_id";

    private static final String NEWEST_DAEMON = "99.99.99";
    private static final Duration TO_PROVE = Duration.ofMillis(800);
    private static final ProcessWorld HERE = ProcessWorld.current();

    private final ServiceSettings settings;
    private final Promise promise;
    private final Duration mostUnseen;
    private final Wire wire;
    private final ControlApi control;
    private final Renewal renewal;
    private final E2bSnapshots snapshots;

    /**
     * Prepares it; the service is not asked yet.
     *
     * @throws IllegalArgumentException if a setting cannot be read
     */
    public E2bProvider(ProviderContext context) {
        super(NAME, context);
        this.settings = new ServiceSettings(context);
        this.promise = Promise.of(context.settings(), settings);
        this.mostUnseen = Ownership.bound(context.settings());
        this.wire = new Wire(settings.wire());
        this.control = new ControlApi(NAME, settings, wire);
        this.renewal = new Renewal(control, settings.lifetime());
        this.snapshots = new E2bSnapshots(NAME, context.stateDirectory(), control, this::restore);
    }

    @Override
    public Capabilities capabilities() {
        return E2bCapabilities.of(settings, promise);
    }

    @Override
    public ProviderStatus status() {
        try {
            if (settings.debug()) {
                new Daemon(wire, settings, debugSandbox()).requireHealthy(TO_PROVE);
            } else {
                control.probe(TO_PROVE);
            }
            return new ProviderStatus.Available(
                    "API v2", Map.of("api", settings.api().toString()));
        } catch (SandboxException e) {
            return new ProviderStatus.Unavailable(e.what(), e.remedy().orElse("./sandboxed doctor"));
        } catch (IOException e) {
            return new ProviderStatus.Unavailable(
                    "No daemon answers: " + e.getMessage(),
                    "start envd, or unset E2B_DEBUG to use the sandboxes of the service");
        }
    }

    @Override
    protected Set<String> knownOptions() {
        return Set.of(TEMPLATE);
    }

    @Override
    protected AbstractSandbox launch(Creation creation) throws IOException {
        String template = template(creation.spec());
        return launch(creation, Saved.filesOver(template), refusal -> refusal);
    }

    /**
     * Makes a sandbox.
     *
     * @param from what it is made from
     * @param refused returns what to throw when the service does not make one from that
     */
    private E2bSandbox launch(Creation creation, Saved from, Function<SandboxStartException, RuntimeException> refused)
            throws IOException {
        Duration limit = shorter(settings.requestTimeout(), creation.deadline().remaining());
        SandboxMetadata metadata = metadata(creation);
        Placed placed;
        try {
            placed = settings.debug()
                    ? debugSandbox()
                    : control.create(order(creation.spec(), from.template(), metadata), creation.id(), limit);
        } catch (SandboxStartException e) {
            throw refused.apply(e);
        } finally {
            creation.deadline().check("making the sandbox");
        }
        requireEndOfInput(new DaemonVersion(placed.daemonVersion()), from.template());
        return begin(creation, from.base(), placed, metadata);
    }

    private static void requireEndOfInput(DaemonVersion daemon, String template) {
        if (!daemon.endsInput()) {
            throw new SandboxStartException(Fault.of("The template '" + template + "' has the daemon " + daemon.text()
                            + ", which cannot end the input of a command")
                    .provider(NAME)
                    .remedy("build the template anew: 0.5.2 is the first that can"));
        }
    }

    private Sandbox restore(Snapshot snapshot, SandboxSpec spec) {
        return make(spec, creation -> {
            Saved saved = snapshots.saved(snapshot);
            E2bSandbox sandbox = launch(creation, saved, refusal -> snapshots.unusable(snapshot, refusal));
            try {
                snapshots.fill(snapshot, saved, sandbox.commands());
            } catch (IOException | RuntimeException e) {
                sandbox.renewNoMore();
                throw e;
            }
            return sandbox;
        });
    }

    @Override
    public Snapshots snapshots() {
        capabilities().require(Set.of(Capability.SNAPSHOT), NAME);
        return snapshots;
    }

    private E2bSandbox begin(Creation creation, String base, Placed placed, SandboxMetadata metadata)
            throws IOException {
        Function<String, Fault> fault = what -> Fault.of(what).provider(NAME).sandbox(creation.id());
        SandboxInfo info = info(metadata, placed.id(), placed.daemonVersion());
        Daemon daemon = new Daemon(wire, settings, placed);
        E2bSandbox sandbox;
        try {
            sandbox = new E2bSandbox(
                    creation,
                    info,
                    capabilities(),
                    new E2bService(creation.spec(), daemon),
                    new E2bSandbox.Lease(
                            base,
                            new Pausing(control, daemon, placed.id(), renewal),
                            renewal,
                            snapshots,
                            () -> takenDisk(placed.id()),
                            () -> end(placed.id())));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        GuestStart.complete(
                creation, sandbox.commands(), true, kernel -> promise.verify(kernel, sandbox.commands(), fault), fault);
        if (!settings.debug()) {
            sandbox.renew();
        }
        return sandbox;
    }

    private Optional<DataSize> takenDisk(String placed) {
        return settings.debug() ? Optional.empty() : control.takenDisk(placed);
    }

    private void end(String placed) {
        if (!settings.debug()) {
            control.kill(placed);
        }
    }

    private static Placed debugSandbox() {
        return new Placed(DEBUG_SANDBOX, NEWEST_DAEMON, null, null, null);
    }

    private String template(SandboxSpec spec) {
        String wanted =
                spec.options().getOrDefault(TEMPLATE, context().settings().getOrDefault(TEMPLATE, ""));
        return wanted.isBlank() ? USUAL_TEMPLATE : wanted.strip();
    }

    private Order order(SandboxSpec spec, String template, SandboxMetadata metadata) {
        if (spec.network().filter(NetworkPolicy::reachesLoopbackOfHost).isPresent()) {
            throw new SandboxStartException(Fault.of(
                            "'" + AllowedHost.LOOPBACK_OF_HOST
                                    + "' is on the allow-list, and a sandbox of the service has no way to the loopback of this host")
                    .provider(NAME)
                    .remedy("leave it out, or take a provider of this host, such as runc"));
        }
        return new Order(
                template,
                spec.timeToLive()
                        .map(life -> shorter(life.plusSeconds(1), settings.lifetime()))
                        .orElse(settings.lifetime()),
                metadata.written(),
                spec.env(),
                spec.network().orElse(NetworkPolicy.of(Network.NONE)));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private SandboxMetadata metadata(Creation creation) {
        SandboxSpec spec = creation.spec();
        Instant now = Instant.now();
        Ownership ownership = new Ownership(
                HERE, context().owner(), now, spec.timeToLive().map(now::plus).orElse(null));
        return new SandboxMetadata(creation.id(), ownership, spec.labels());
    }

    private SandboxInfo info(SandboxMetadata metadata, String placed, String version) {
        Ownership ownership = metadata.ownership();
        return new SandboxInfo(
                metadata.id(),
                new SandboxInfo.RunsOn(NAME, version, promise.isolation()),
                placed,
                SandboxState.RUNNING,
                ownership.owner(),
                metadata.labels(),
                ownership.created(),
                Optional.ofNullable(ownership.expires()));
    }

    /** What cannot be ended now, since nobody answers, is ended as soon as somebody does. */
    @Override
    protected void discard(String id) {
        if (!settings.debug() && settings.apiKey().isPresent()) {
            try {
                discardNow(id);
            } catch (SandboxTransportException e) {
                renewal.untilDone(() -> discardNow(id));
                throw e;
            }
        }
    }

    /** By what is written on it, since the answer may have been lost that would have named it. */
    private void discardNow(String id) {
        control.list(SandboxMetadata.only(id), settings.requestTimeout()).forEach(left -> control.kill(left.id()));
    }

    @Override
    public List<SandboxInfo> list() {
        List<SandboxInfo> infos = new ArrayList<>(liveInfos());
        Set<String> own = infos.stream().map(SandboxInfo::id).collect(Collectors.toSet());
        for (Found found : found()) {
            Ownership ownership = found.metadata().ownership();
            boolean ours = ownership.owner().equals(context().owner())
                    && ownership.world().equals(HERE);
            if (!ours && !own.contains(found.metadata().id()) && !isOrphaned(ownership)) {
                infos.add(info(found.metadata(), found.placed(), "unknown"));
            }
        }
        return infos;
    }

    @Override
    public ReapReport reap() {
        List<Found> orphans = found().stream()
                .filter(found -> isOrphaned(found.metadata().ownership()))
                .toList();
        return Reaping.remove(orphans, found -> found.metadata().id(), found -> control.kill(found.placed()));
    }

    /**
     * One of ours at the service.
     *
     * @param placed what the service calls it
     */
    private record Found(String placed, SandboxMetadata metadata) {}

    private List<Found> found() {
        if (settings.debug()) {
            return List.of();
        }
        List<Found> found = new ArrayList<>();
        for (Listed listed : control.list(SandboxMetadata.OURS, settings.requestTimeout())) {
            SandboxMetadata.read(listed.metadata()).ifPresent(metadata -> found.add(new Found(listed.id(), metadata)));
        }
        return found;
    }

    private boolean isOrphaned(Ownership ownership) {
        return ownership.isOrphaned(HERE, Instant.now(), mostUnseen);
    }

    @Override
    public Sandbox connect(String id) {
        return liveOrThrow(id);
    }

    @Override
    protected void shutDown() {
        renewal.close();
        wire.close();
    }
}
