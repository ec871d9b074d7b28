package dev.sandboxed.provider.local.subprocess;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.HostRequirement;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotFilter;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.AbstractSandboxProvider;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.folder.files.RootedPaths;
import dev.sandboxed.folder.snapshot.SnapshotStore;
import dev.sandboxed.folder.store.SandboxRecord;
import dev.sandboxed.folder.store.SandboxStore;
import dev.sandboxed.process.Launch;
import dev.sandboxed.process.ProcessRunner;
import dev.sandboxed.process.ProcessScope;
import dev.sandboxed.process.posix.HostPlatform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * Runs commands as plain processes of the same user, each sandbox in a folder of its own.
 *
 * <p>It isolates nothing: a command can read and write whatever the user can. It is the reference for the contract and the
 * last resort of the chain. Paths of the sandbox, {@code /workspace} and others, map into its folder for
 * {@code Sandbox.files}; commands see the host's paths, start in the workdir, and find the folder in
 * {@code SANDBOX_ROOT}. Without a network policy, commands have the host's network.
 */
public final class SubprocessProvider extends AbstractSandboxProvider {

    /** The name of the provider. */
    public static final String NAME = "subprocess";

    private static final String SNAPSHOT_FORMAT = "1";

    private final SandboxStore store;
    private final HostPlatform platform;
    private final boolean root;
    private final AtomicBoolean swept = new AtomicBoolean();

    public SubprocessProvider(ProviderContext context) {
        this(context, HostPlatform.current());
    }

    SubprocessProvider(ProviderContext context, HostPlatform platform) {
        super(NAME, context);
        this.platform = platform;
        this.store = new SandboxStore(context.stateDirectory());
        this.root = HostPlatform.isRoot();
    }

    @Override
    public Capabilities capabilities() {
        boolean linux = platform == HostPlatform.LINUX;
        Set<Capability> features = EnumSet.of(
                Capability.STREAMING,
                Capability.TERMINAL,
                Capability.SNAPSHOT,
                Capability.CONNECT,
                Capability.NETWORK_FULL);
        features.addAll(ProcessLimits.enforced(linux, root));
        if (linux) {
            features.add(Capability.PAUSE);
            features.add(Capability.USAGE);
        }
        return new Capabilities(
                Isolation.PROCESS,
                features,
                List.of(new HostRequirement("/bin/sh", "shell commands and limits")),
                Duration.ofMillis(5),
                null);
    }

    @Override
    public ProviderStatus status() {
        if (platform == HostPlatform.OTHER) {
            return new ProviderStatus.Unavailable(
                    "plain processes are supported on Linux and macOS only, and this is " + HostPlatform.description(),
                    "run the tests on Linux or macOS, for example in WSL");
        }
        Optional<String> unusable = store.whyUnusable();
        if (unusable.isPresent()) {
            return new ProviderStatus.Unavailable(unusable.get(), SandboxStore.REMEDY);
        }
        try {
            Command probe = Command.of("/bin/sh", "-c", "exit 42").timeout(Duration.ofMillis(900));
            ExecResult result = ProcessRunner.run(
                    new Launch(probe, probe.argv(), Map.of(), Path.of("/"), new ProcessScope(NAME + "-probe")));
            return result.exitCode() == 42
                    ? new ProviderStatus.Available(HostPlatform.description(), Map.of("state", stateFolder()))
                    : new ProviderStatus.Unavailable(
                            "a shell was started and " + result.ending() + " instead of exiting with code 42",
                            "check /bin/sh");
        } catch (SandboxException | LinkageError e) {
            return new ProviderStatus.Unavailable(
                    "no process can be started through the C library: " + e.getMessage(),
                    "use a system with the GNU C library 2.29 or newer");
        }
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
        Instant now = Instant.now();
        SandboxSpec spec = creation.spec();
        SandboxRecord record = new SandboxRecord(
                creation.id(),
                SandboxRecord.here(),
                context().owner(),
                spec.labels(),
                now,
                spec.timeToLive().map(now::plus).orElse(null));
        Path folder = store.create(record);
        RootedPaths paths = new RootedPaths(folder, spec.workdir());
        preparation.prepare(paths);
        creation.deadline().check("restoring files");
        Files.createDirectories(paths.follow(spec.workdir()));
        Files.createDirectories(paths.follow("/tmp"));
        return new SubprocessSandbox(
                creation,
                info(record, folder),
                capabilities(),
                new SubprocessSandbox.Home(paths, store, snapshotStore()));
    }

    @Override
    protected void discard(String id) {
        try {
            store.remove(id);
        } catch (IOException e) {
            throw new SandboxTransportException(Fault.of("Cannot remove what is left of sandbox '" + id + "': " + e)
                    .provider(NAME)
                    .sandbox(id)
                    .remedy("delete it by hand below " + stateFolder())
                    .cause(e));
        }
    }

    @Override
    public List<SandboxInfo> list() {
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
    public ReapReport reap() {
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
    public Sandbox connect(String id) {
        return liveOrThrow(id);
    }

    @Override
    public Snapshots snapshots() {
        SnapshotStore snapshots = snapshotStore();
        return new Snapshots() {
            @Override
            public List<Snapshot> list(SnapshotFilter filter) {
                return snapshots.list(filter);
            }

            @Override
            public Sandbox restore(Snapshot snapshot, SandboxSpec spec) {
                return make(spec, creation -> {
                    snapshots.verify(snapshot);
                    return launch(creation, paths -> snapshots.restore(snapshot, paths));
                });
            }

            @Override
            public void delete(Snapshot snapshot) {
                snapshots.delete(snapshot);
            }
        };
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

    private static SandboxInfo info(SandboxRecord record, Path folder) {
        return new SandboxInfo(
                record.id(),
                new SandboxInfo.RunsOn(NAME, HostPlatform.description(), Isolation.PROCESS),
                folder.toString(),
                SandboxState.RUNNING,
                record.owner(),
                record.labels(),
                record.created(),
                record.expires());
    }

    /** Fills the folder of a sandbox before it is handed over. */
    @FunctionalInterface
    private interface Preparation {
        void prepare(RootedPaths paths) throws IOException;
    }
}
