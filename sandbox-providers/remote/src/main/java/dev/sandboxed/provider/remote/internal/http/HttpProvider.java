package dev.sandboxed.provider.remote.internal.http;

import dev.sandboxed.api.Owner;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotFilter;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.AbstractSandboxProvider;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.api.spi.ExpectingProvider;
import dev.sandboxed.guest.internal.start.GuestStart;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import dev.sandboxed.process.internal.owner.Ownership;
import dev.sandboxed.provider.remote.internal.http.guest.ProcessService;
import dev.sandboxed.provider.remote.internal.http.service.Demand;
import dev.sandboxed.provider.remote.internal.http.service.HttpSettings;
import dev.sandboxed.provider.remote.internal.http.service.ServiceClient;
import dev.sandboxed.provider.remote.internal.http.service.ServiceState;
import dev.sandboxed.provider.remote.internal.wire.Errands;
import dev.sandboxed.provider.remote.internal.wire.Wire;
import dev.sandboxed.wire.internal.ExpectedWords;
import dev.sandboxed.wire.internal.NewSandbox;
import dev.sandboxed.wire.internal.ReapWords;
import dev.sandboxed.wire.internal.SandboxWords;
import dev.sandboxed.wire.internal.SnapshotWords;
import dev.sandboxed.wire.internal.SpecWords;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands in sandboxes of another machine, or of another process on this one, by our own contract over HTTP.
 *
 * <p>Settings: {@code endpoint} is where the service is, {@code token} or {@code tokenFile} what it wants to see, {@code provider}
 * which of its providers makes the sandboxes, its first by default, and {@code requestTimeout} how long a request may take. Whoever
 * opens it in the place of that provider gives the name {@code as} that it goes by.
 */
public final class HttpProvider extends AbstractSandboxProvider implements ExpectingProvider {

    /** The name of the provider. */
    public static final String NAME = "http";

    private static final Logger LOG = System.getLogger(HttpProvider.class.getName());
    private static final String SANDBOXES = "sandboxes";
    private static final String SNAPSHOTS = "snapshots";
    private static final Demand MAKING = Demand.post("Making a sandbox", SANDBOXES);
    private static final Demand BEAT = Demand.post("Telling the service that we are here", "heartbeat");
    private static final Demand EXPECTED = Demand.put("Telling what will be asked for", "expected");
    private static final Owner NOBODY = new Owner(0, "unknown");
    private static final Duration TO_REMOVE = Duration.ofMinutes(5);
    private static final ProcessWorld HERE = ProcessWorld.current();

    private final HttpSettings settings;
    private final Wire wire;
    private final ServiceClient service;
    private final ServiceState state;
    private final SnapshotNames snapshots;
    private final Heartbeat heartbeat;
    private final Errands errands = new Errands("sandboxed-http-errands");

    /**
     * Prepares it; the service is not asked yet.
     *
     * @throws IllegalArgumentException if a setting cannot be read
     */
    public HttpProvider(ProviderContext context) {
        super(HttpSettings.nameFor(NAME, context), context);
        this.settings = new HttpSettings(NAME, context);
        this.wire = new Wire(settings.wire());
        this.service = new ServiceClient(name(), settings, wire);
        this.state = new ServiceState(name(), service);
        this.snapshots = new SnapshotNames(name());
        this.heartbeat = new Heartbeat(this::alive);
    }

    @Override
    public Capabilities capabilities() {
        return state.capabilities();
    }

    @Override
    public ProviderStatus status() {
        return state.status();
    }

    @Override
    protected AbstractSandbox launch(Creation creation) throws IOException {
        return launch(creation, null);
    }

    private AbstractSandbox launch(Creation creation, @Nullable SnapshotWords snapshot) throws IOException {
        creation.deadline().check("asking for the sandbox");
        Optional<ProcessSandboxes> processes = processesOnly();
        heartbeat.expect(creation.id(), state.beat());
        SandboxInfo info;
        try {
            Ownership ownership = ownership(creation.spec());
            info = processes.isPresent()
                    ? processes.get().make(creation, ownership)
                    : made(creation, ownership, snapshot);
        } finally {
            creation.deadline().check("making the sandbox");
        }
        if (!creation.id().equals(info.id())) {
            throw service.faults()
                    .strange(service.about(MAKING, creation.id()), "it tells of the sandbox '" + info.id() + "'");
        }
        if (processes.isPresent()) {
            return begin(creation, info);
        }
        HttpSandbox sandbox =
                new HttpSandbox(creation, info, capabilities(), service, snapshots, () -> end(creation.id()));
        heartbeat.keep(sandbox);
        return sandbox;
    }

    /** An answer that was lost is asked for again with the same id, so that there is never a second sandbox. */
    private SandboxInfo made(Creation creation, Ownership ownership, @Nullable SnapshotWords snapshot) {
        Demand demand = MAKING.saying(new NewSandbox(
                        creation.id(),
                        settings.provider().orElse(null),
                        ownership.written(),
                        SpecWords.of(creation.spec()),
                        snapshot))
                .repeatable();
        return service.read(
                demand,
                creation.id(),
                creation.deadline().remaining(),
                SandboxWords.class,
                made -> made.info(name(), context().owner()));
    }

    /** Has commands and files be made of processes inside. */
    private AbstractSandbox begin(Creation creation, SandboxInfo info) throws IOException {
        Capabilities declared = capabilities();
        ProcessSandbox sandbox = new ProcessSandbox(
                creation,
                info,
                declared,
                new ProcessService(service, creation.id(), creation.spec()),
                () -> end(creation.id()));
        heartbeat.keep(sandbox);
        GuestStart.complete(
                creation,
                sandbox.commands(),
                declared.has(Capability.USER),
                kernel -> {},
                what -> Fault.of(what).provider(name()).sandbox(creation.id()));
        return sandbox;
    }

    @Override
    public boolean makesAhead(SandboxSpec spec) {
        return state.makesAhead();
    }

    @Override
    public void expect(List<SandboxSpec> next) {
        heartbeat.waitFor(next.size(), state.beat());
        try {
            Demand demand = EXPECTED.saying(ExpectedWords.of(settings.provider().orElse(null), next))
                    .repeatable();
            service.ask(demand, null, settings.requestTimeout());
        } catch (SandboxException | IllegalArgumentException e) {
            LOG.log(Level.DEBUG, "The service does not know what will be asked for", e);
        }
    }

    private Optional<ProcessSandboxes> processesOnly() {
        return state.processesOnly().map(provider -> new ProcessSandboxes(service, provider));
    }

    private Set<String> alive(Duration limit) {
        Optional<ProcessSandboxes> processes = processesOnly();
        return processes.isPresent()
                ? processes.get().alive(limit)
                : service.read(BEAT, null, limit, SandboxWords.Alive.class, answer -> Set.copyOf(answer.sandboxes()));
    }

    private Ownership ownership(SandboxSpec spec) {
        Instant now = Instant.now();
        return new Ownership(
                HERE, context().owner(), now, spec.timeToLive().map(now::plus).orElse(null));
    }

    @Override
    protected void discard(String id) {
        heartbeat.forget(id);
        if (settings.endpoint().isPresent()) {
            end(id);
        }
    }

    /** What cannot be ended now, since nobody answers, is ended as soon as somebody does. */
    private void end(String id) {
        heartbeat.forget(id);
        try {
            endNow(id);
        } catch (SandboxTransportException e) {
            errands.untilDone(TO_REMOVE, () -> endNow(id));
            throw e;
        }
    }

    private void endNow(String id) {
        try {
            Demand demand = Demand.delete("Ending the sandbox", SANDBOXES, id).repeatable();
            service.ask(demand, id, settings.requestTimeout());
        } catch (SandboxNotFoundException | SandboxDestroyedException alreadyGone) {
            // As it should be.
        }
    }

    @Override
    public List<SandboxInfo> list() {
        List<SandboxInfo> infos = new ArrayList<>(liveInfos());
        Set<String> own = infos.stream().map(SandboxInfo::id).collect(Collectors.toSet());
        processesOnly().map(ProcessSandboxes::list).orElseGet(this::listed).stream()
                .filter(info -> !own.contains(info.id()))
                .forEach(infos::add);
        return infos;
    }

    private List<SandboxInfo> listed() {
        return service.read(
                Demand.get("Listing the sandboxes of the service", SANDBOXES),
                null,
                settings.requestTimeout(),
                SandboxWords.All.class,
                all -> all.sandboxes().stream()
                        .map(words -> words.info(name(), ownerOf(words.ownerOrNone())))
                        .toList());
    }

    private static Owner ownerOf(Map<String, String> words) {
        try {
            return Ownership.read(words).owner();
        } catch (IllegalArgumentException unknown) {
            return NOBODY;
        }
    }

    @Override
    public ReapReport reap() {
        return processesOnly().map(ProcessSandboxes::reap).orElseGet(this::reaped);
    }

    private ReapReport reaped() {
        Demand demand = Demand.post("Removing what dead owners have left", "reap");
        return service.read(demand, null, settings.requestTimeout(), ReapWords.class, ReapWords::report);
    }

    @Override
    public Sandbox connect(String id) {
        return liveOrThrow(id);
    }

    @Override
    public Snapshots snapshots() {
        capabilities().require(Set.of(Capability.SNAPSHOT), name());
        return new Snapshots() {
            @Override
            public List<Snapshot> list(SnapshotFilter filter) {
                Demand demand = Demand.get("Listing the snapshots of the service", SNAPSHOTS);
                return service.read(
                        demand,
                        null,
                        settings.requestTimeout(),
                        SnapshotWords.All.class,
                        all -> all.snapshots().stream()
                                .map(snapshots::ours)
                                .filter(filter::matches)
                                .toList());
            }

            @Override
            public Sandbox restore(Snapshot snapshot, SandboxSpec spec) {
                SnapshotWords words = snapshots.theirs(snapshot);
                return make(spec, creation -> launch(creation, words));
            }

            @Override
            public void delete(Snapshot snapshot) {
                Demand demand = Demand.delete("Deleting snapshot '" + snapshot.id() + "'", SNAPSHOTS)
                        .saying(snapshots.theirs(snapshot))
                        .repeatable();
                service.ask(demand, null, settings.requestTimeout());
            }
        };
    }

    @Override
    protected void shutDown() {
        heartbeat.close();
        errands.close();
        wire.close();
    }
}
