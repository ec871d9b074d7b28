package dev.sandboxed.provider.oci.internal.container;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.folder.internal.disk.SizedFolder;
import dev.sandboxed.guest.exec.GuestProcess;
import dev.sandboxed.guest.sandbox.SharedPause;
import dev.sandboxed.linux.internal.cgroup.ControlGroup;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.linux.internal.seccomp.FilteredThread;
import dev.sandboxed.network.internal.NetworkRoom;
import dev.sandboxed.process.HostTool;
import dev.sandboxed.process.ProcessScope;
import dev.sandboxed.process.internal.host.HostProcess;
import dev.sandboxed.provider.oci.internal.bundle.Account;
import dev.sandboxed.provider.oci.internal.bundle.BundleFolder;
import dev.sandboxed.provider.oci.internal.bundle.ContainerConfig;
import dev.sandboxed.provider.oci.internal.kernel.ContainerKernel;
import dev.sandboxed.provider.oci.internal.snapshot.RootArchive;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A container, from the start of its first process to the end of its last. */
public final class Container implements SharedPause.Pausable {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final String id;
    private final RuntimeProgram program;
    private final ContainerConfig config;
    private final ControlGroup group;
    private final AtomicLong processes = new AtomicLong();
    private final ClientChannel first;

    private Container(String id, RuntimeProgram program, ContainerConfig config, ControlGroup group)
            throws IOException {
        this.id = id;
        this.program = config.network() == null ? program : program.networked();
        this.config = config;
        this.group = group;
        this.first = new ClientChannel(spawn(config.runLine(runLine(this.program, config.bundle(), id))), () -> {});
    }

    /**
     * Starts the container whose bundle was written.
     *
     * @throws IOException if not even the runtime's program can be started; all else shows in the streams of {@link #first}
     */
    public static Container start(String id, RuntimeProgram program, ContainerConfig config, ControlGroup group)
            throws IOException {
        return new Container(id, program, config, group);
    }

    private static List<String> runLine(RuntimeProgram program, BundleFolder bundle, String id) {
        List<String> more = new ArrayList<>(List.of("--bundle", bundle.path().toString()));
        if (program.keepsExitedProcesses()) {
            more.add("--keep");
        }
        more.add(id);
        return program.argv(bundle.state(), "run", more.toArray(new String[0]));
    }

    public String id() {
        return id;
    }

    public ControlGroup group() {
        return group;
    }

    public BundleFolder bundle() {
        return config.bundle();
    }

    /** Returns where its files are. */
    public SizedFolder disk() {
        return new SizedFolder(bundle().files(), config.spec().limits().disk());
    }

    /** Returns the kernel that its processes run on. */
    public ContainerKernel kernel() {
        return program.kind().kernel();
    }

    /** Returns what packs its files. */
    public RootArchive archive() {
        return new RootArchive(config.bundle(), config.image());
    }

    /** Returns the streams of the first process. */
    public ClientChannel first() {
        return first;
    }

    /** Starts a further process. What the runtime has against it shows in its standard error. */
    ClientChannel exec(GuestProcess process) throws IOException {
        Path description = config.bundle().process(processes.incrementAndGet());
        Account user =
                Account.of(process.user() == null ? config.spec().user().orElse(null) : process.user(), config.files());
        config.writeProcess(description, process.argv(), process.env(), user, process.terminal());
        List<String> argv = program.argv(config.bundle().state(), "exec", "--process", description.toString(), id);
        Runnable forget = () -> remove(description);
        @Nullable TerminalSize terminal = process.terminal();
        try {
            return terminal == null
                    ? new ClientChannel(spawn(argv), forget)
                    : start(() -> TerminalChannel.open(argv, environment(), terminal, forget));
        } catch (IOException e) {
            remove(description);
            throw e;
        }
    }

    /** It may hold secrets of a command, so it goes once it was read. */
    private static void remove(Path description) {
        try {
            Files.deleteIfExists(description);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Process spawn(List<String> argv) throws IOException {
        return start(() -> HostProcess.startInOwnSession(argv, environment(), bundle().path()));
    }

    private <T> T start(FilteredThread.Work<T> client) throws IOException {
        return kernel().startClient(!config.spec().mounts().isEmpty(), client);
    }

    /** Whoever reaps finds the clients of the dead by this marker. */
    private Map<String, String> environment() {
        Map<String, String> env = new HashMap<>(RuntimeProgram.environment());
        env.put(ProcessScope.VARIABLE, id);
        return env;
    }

    /**
     * Holds all processes still.
     *
     * @throws IOException if they cannot be held
     */
    @Override
    public void pause() throws IOException {
        kernel().pause(group, this::ask);
    }

    /**
     * Lets all processes go on.
     *
     * @throws IOException if the runtime refuses
     */
    @Override
    public void unpause() throws IOException {
        kernel().unpause(group, this::ask);
    }

    private void ask(String verb) throws IOException {
        ExecResult answer = HostTool.run(Command.of(program.argv(bundle().state(), verb, id)), PATIENCE);
        if (!answer.succeeded()) {
            throw new IOException("'" + program.file() + " " + verb + "' " + answer.ending() + ": "
                    + answer.stderr().strip());
        }
    }

    /** Returns whether the runtime still waits for the end of the first process. */
    public boolean isAlive() {
        return first.isAlive();
    }

    /** Without a control group the clients are killed, and the kernel inside dies with the one that has started it. */
    private boolean killAll() {
        return HostPlatform.isRoot() ? group.killAll() : new ProcessScope(id).killAll();
    }

    /** Returns what connects it with others; empty for nothing but loopback. */
    public Optional<NetworkRoom> network() {
        return Optional.ofNullable(config.network());
    }

    /**
     * Ends every process and removes the control group; may be called again.
     *
     * @throws IOException if something is left
     */
    public void remove() throws IOException {
        boolean dead = killAll();
        network().ifPresent(NetworkRoom::close);
        if (first.exitCode(PATIENCE).isEmpty()) {
            first.kill();
        }
        group.remove();
        if (!dead) {
            throw new IOException("some processes of the container could not be killed");
        }
    }
}
