package dev.sandboxed.provider.local.internal.subprocess;

import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.limit.Resource;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.folder.files.FileFaults;
import dev.sandboxed.folder.files.FolderFiles;
import dev.sandboxed.folder.files.RootedPaths;
import dev.sandboxed.folder.provider.Beginning;
import dev.sandboxed.folder.snapshot.SnapshotStore;
import dev.sandboxed.folder.store.SandboxStore;
import dev.sandboxed.process.HostPrograms;
import dev.sandboxed.process.Launch;
import dev.sandboxed.process.ProcessRunner;
import dev.sandboxed.process.ProcessScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A folder, and the processes that were started for it.
 *
 * <p>For implementors: {@link #prepare} says how a command becomes a process of the host; override {@link #files} where
 * commands see other paths than the host's.
 */
public class SubprocessSandbox extends AbstractSandbox {

    private final RootedPaths paths;
    private final SandboxStore store;
    private final SnapshotStore snapshots;
    private final Map<String, String> environment;
    private final ProcessScope scope;
    private final FolderFiles files;

    /**
     * Opens a sandbox whose files are in their places.
     *
     * @param paths where they are
     * @param surroundings what every command has in its environment, before what the spec adds
     */
    protected SubprocessSandbox(
            Beginning beginning,
            SandboxInfo info,
            Capabilities capabilities,
            RootedPaths paths,
            Map<String, String> surroundings) {
        super(beginning.creation(), info, capabilities);
        this.paths = paths;
        this.store = beginning.store();
        this.snapshots = beginning.snapshots();
        this.environment = environment(spec(), paths, surroundings);
        this.scope = new ProcessScope(info.id());
        this.files = new FolderFiles(paths, this::requireThere, new FileFaults(info.provider(), info.id()));
    }

    @Override
    protected ExecResult run(Command command) {
        ExecResult result = ProcessRunner.run(prepare(command));
        tellLimit(result);
        return result;
    }

    @Override
    protected Execution launch(Command command, Consumer<ExecResult> ended) {
        return ProcessRunner.start(prepare(command), result -> {
            tellLimit(result);
            ended.accept(result);
        });
    }

    @Override
    protected Terminal open(Command command, TerminalSize size, Consumer<Ending> ended) {
        Launch launch = prepare(command);
        ShellVariables.require(launch.env().keySet().stream());
        return PtyTerminal.open(launch, size, fault("Cannot open a terminal for: " + command), ended);
    }

    @Override
    public SandboxFiles files() {
        return files;
    }

    @Override
    protected void hold() {
        scope.holdAll();
    }

    @Override
    protected void letGo() {
        scope.letGoAll();
    }

    @Override
    protected Usage measure() {
        return scope.usage();
    }

    /** Whatever runs is held still meanwhile, so that the files are those of one moment. */
    @Override
    protected Snapshot save(SnapshotOptions options) {
        scope.holdAll();
        try {
            return snapshots.save(id(), paths, options);
        } finally {
            scope.letGoAll();
        }
    }

    @Override
    protected void release() {
        boolean dead = scope.close();
        try {
            store.remove(id());
        } catch (IOException e) {
            throw new SandboxTransportException(fault("Cannot remove the folder of the sandbox: " + e)
                    .remedy("delete " + paths.root() + " by hand")
                    .cause(e));
        }
        if (!dead) {
            throw new SandboxTransportException(fault("Some processes of the sandbox could not be killed")
                    .remedy("look for processes with " + ProcessScope.VARIABLE + "=" + id() + " in their environment"));
        }
    }

    /** Somebody may have removed the folder behind our back; then there is no sandbox any more. */
    protected final void requireThere() {
        requireRunning();
        if (!Files.isDirectory(paths.root())) {
            destroy("its folder was removed from outside");
            requireRunning();
        }
    }

    /**
     * Creates a process of the host out of a command. Begin with {@link #requireUsable}.
     *
     * @throws SandboxFileException if its directory does not exist, is none, or may not be entered
     */
    protected Launch prepare(Command command) {
        requireUsable(command);
        if (ProcessLimits.needShell(spec().limits())) {
            ShellVariables.require(command.env().keySet().stream());
        }
        String directory = command.cwd().orElse(spec().workdir());
        Path cwd = paths.follow(directory);
        if (!Files.exists(cwd)) {
            throw missing(command, directory);
        }
        if (!Files.isDirectory(cwd)) {
            throw directoryFaults().notADirectory(command);
        }
        if (!Files.isExecutable(cwd)) {
            throw directoryFaults().shut(command);
        }
        return new Launch(command, limited(command), environment(command), cwd, scope);
    }

    /** Commands see the paths of the host and print them, so they are easily taken for those of the sandbox. */
    private SandboxFileNotFoundException missing(Command command, String directory) {
        Path meant = Path.of(directory);
        if (meant.startsWith(paths.root())) {
            return directoryFaults()
                    .missing(command, "that is how commands see it; give '" + paths.inside(meant) + "' as cwd");
        }
        if (meant.isAbsolute() && Files.isDirectory(meant)) {
            return directoryFaults()
                    .missing(
                            command,
                            "an absolute cwd is meant inside of the sandbox, whose root is '" + paths.root()
                                    + "'; to start in that folder of the host, let a shell go there: cd " + directory);
        }
        return directoryFaults().missing(command);
    }

    /** Returns why a command cannot start in its directory. */
    protected final DirectoryFaults directoryFaults() {
        return new DirectoryFaults(this::fault, spec().workdir());
    }

    /** Refuses a command when the sandbox is gone, or when its environment has the variable that is ours. */
    protected final void requireUsable(Command command) {
        requireThere();
        refuseMarker(spec().env());
        refuseMarker(command.env());
    }

    /** Puts before a command what sets the limits of the spec. */
    protected final List<String> limited(Command command) {
        return ProcessLimits.wrap(command.argv(), spec().limits());
    }

    protected final ProcessScope scope() {
        return scope;
    }

    private static void refuseMarker(Map<String, String> env) {
        if (env.containsKey(ProcessScope.VARIABLE)) {
            throw new IllegalArgumentException("Environment variable '" + ProcessScope.VARIABLE
                    + "' cannot be set: processes of a sandbox are found by it; use another name");
        }
    }

    /** Returns the whole environment of a command. */
    protected final Map<String, String> environment(Command command) {
        Map<String, String> env = new LinkedHashMap<>(environment);
        env.putAll(command.env());
        return env;
    }

    /** Found out once: later, code inside may have put links in the places of its own folders. */
    private static Map<String, String> environment(
            SandboxSpec spec, RootedPaths paths, Map<String, String> surroundings) {
        Map<String, String> env = new LinkedHashMap<>();
        env.put("PATH", HostPrograms.USUAL_PATH);
        env.put("LANG", "C.UTF-8");
        env.put("HOME", paths.follow(spec.workdir()).toString());
        env.put("TMPDIR", paths.follow("/tmp").toString());
        env.put("SANDBOX_ROOT", paths.root().toString());
        env.putAll(surroundings);
        env.putAll(spec.env());
        spec.secrets().forEach((name, secret) -> env.put(name, secret.reveal()));
        return env;
    }

    private void tellLimit(ExecResult result) {
        boolean outOfTime = spec().limits().cpuTime().isPresent()
                && result.signal().filter(Signal.XCPU::equals).isPresent();
        if (outOfTime) {
            events().tell(at -> new SandboxEvent.LimitHit(at, Resource.CPU_TIME));
        }
    }
}
