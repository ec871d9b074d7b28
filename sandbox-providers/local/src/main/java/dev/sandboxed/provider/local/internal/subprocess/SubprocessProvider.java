package dev.sandboxed.provider.local.internal.subprocess;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.provision.Requirement;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.SandboxIds;
import dev.sandboxed.folder.files.RootedPaths;
import dev.sandboxed.folder.provider.Beginning;
import dev.sandboxed.folder.provider.Filling;
import dev.sandboxed.folder.provider.RecordedSandboxProvider;
import dev.sandboxed.folder.store.SandboxRecord;
import dev.sandboxed.folder.store.SandboxStore;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.process.Launch;
import dev.sandboxed.process.ProcessRunner;
import dev.sandboxed.process.ProcessScope;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Runs commands as plain processes of the same user, each sandbox in a folder of its own.
 *
 * <p>It isolates nothing: a command can read and write whatever the user can. It is the reference for the contract and the
 * last resort of the chain. Paths of the sandbox, {@code /workspace} and others, map into its folder for
 * {@code Sandbox.files}; commands see the host's paths, start in the workdir, and find the folder in
 * {@code SANDBOX_ROOT}. Without a network policy, commands have the host's network.
 */
public final class SubprocessProvider extends RecordedSandboxProvider {

    /** The name of the provider. */
    public static final String NAME = "subprocess";

    private final HostPlatform platform;
    private final boolean root = HostPlatform.isRoot();
    private final Filling<Map<String, String>> filling;
    private final Set<String> options;

    public SubprocessProvider(ProviderContext context) {
        this(NAME, context, Filling.EMPTY, Set.of());
    }

    /**
     * Creates a provider of another name, whose sandboxes begin with more files.
     *
     * @param filling adds the files, and returns what is added to the environment of commands before what the spec adds
     * @param options those options of a spec that the filling knows
     */
    public SubprocessProvider(
            String name, ProviderContext context, Filling<Map<String, String>> filling, Set<String> options) {
        this(name, context, HostPlatform.current(), filling, options);
    }

    SubprocessProvider(
            String name,
            ProviderContext context,
            HostPlatform platform,
            Filling<Map<String, String>> filling,
            Set<String> options) {
        super(name, context);
        this.platform = platform;
        this.filling = filling;
        this.options = Set.copyOf(options);
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
                List.of(Requirement.of("/bin/sh", "shell commands and limits")),
                Duration.ofMillis(5));
    }

    @Override
    public ProviderStatus status() {
        if (platform == HostPlatform.OTHER) {
            return new ProviderStatus.Unavailable(
                    "plain processes are supported on Linux and macOS only, and this is " + HostPlatform.description(),
                    "run the tests on Linux or macOS, for example in WSL");
        }
        Optional<String> unusable = store().whyUnusable();
        if (unusable.isPresent()) {
            return new ProviderStatus.Unavailable(unusable.get(), SandboxStore.REMEDY);
        }
        try {
            Command probe = Command.of("/bin/sh", "-c", "exit 42").timeout(Duration.ofMillis(900));
            ExecResult result = ProcessRunner.run(new Launch(
                    probe, probe.argv(), Map.of(), Path.of("/"), new ProcessScope(SandboxIds.next(name() + "-probe"))));
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

    @Override
    protected Set<String> knownOptions() {
        return options;
    }

    @Override
    protected AbstractSandbox begin(Beginning beginning) throws IOException {
        SandboxSpec spec = beginning.creation().spec();
        RootedPaths paths = new RootedPaths(beginning.folder(), spec.workdir());
        Map<String, String> surroundings = beginning.fill(paths, filling);
        if (ProcessLimits.needShell(spec.limits())) {
            ShellVariables.requireIn(spec, name());
        }
        SandboxInfo info = info(beginning.record(), beginning.folder());
        return new SubprocessSandbox(beginning, info, capabilities(), paths, surroundings);
    }

    @Override
    protected Optional<SandboxInfo> describe(SandboxRecord record) {
        return Optional.of(info(record, store().folderOf(record.id())));
    }

    private SandboxInfo info(SandboxRecord record, Path folder) {
        return record.info(
                new SandboxInfo.RunsOn(name(), HostPlatform.description(), Isolation.PROCESS), folder.toString());
    }
}
