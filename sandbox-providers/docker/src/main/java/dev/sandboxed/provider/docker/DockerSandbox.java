package dev.sandboxed.provider.docker;

import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Resource;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.guest.exec.GuestCommands;
import dev.sandboxed.guest.files.CommandArchives;
import dev.sandboxed.guest.files.GuestAccess;
import dev.sandboxed.guest.files.GuestArchives;
import dev.sandboxed.guest.files.GuestFiles;
import dev.sandboxed.provider.docker.container.AvailableArchives;
import dev.sandboxed.provider.docker.container.Container;
import dev.sandboxed.provider.docker.container.ContainerArchives;
import dev.sandboxed.provider.docker.container.ContainerRuntime;
import dev.sandboxed.provider.docker.snapshot.SnapshotImages;
import dev.sandboxed.provider.docker.stream.ContainerChannel;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A container, and the commands and files in it. */
final class DockerSandbox extends AbstractSandbox {

    private final Container container;
    private final GuestCommands commands;
    private final GuestFiles files;
    private final SnapshotImages snapshots;
    private final AtomicInteger saving = new AtomicInteger();
    private final AtomicLong peakMemory = new AtomicLong();

    /**
     * Take over a container.
     *
     * @param first the streams of its first process, which need not run yet
     * @param word what that marks its words with
     * @param snapshots where its snapshots go
     */
    DockerSandbox(
            Creation creation,
            SandboxInfo info,
            Capabilities capabilities,
            Container container,
            ContainerChannel first,
            String word,
            SnapshotImages snapshots) {
        super(creation, info, capabilities);
        this.container = container;
        this.snapshots = snapshots;
        ContainerRuntime runtime =
                new ContainerRuntime(container, creation.spec(), this::fault, this::destroy, () -> saving.get() > 0);
        Map<String, String> secrets = creation.spec().secrets().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, secret -> secret.getValue().reveal()));
        this.commands = new GuestCommands(
                runtime, new GuestCommands.Home(creation.spec().workdir(), secrets, this::fault), first, word);
        this.files = new GuestFiles(new GuestAccess(
                info.provider(),
                info.id(),
                creation.spec().workdir(),
                archives(info),
                commands::run,
                this::requireRunning));
    }

    /**
     * Where the container has a kernel of its own, that does not notice what the engine does to its files; and where it has
     * a read-only root, the engine does not see what is mounted over it.
     */
    private GuestArchives archives(SandboxInfo info) {
        GuestArchives inside = new CommandArchives(commands::run, command -> commands.start(command, result -> {}));
        boolean ownKernel = info.isolation().atLeast(Isolation.USERSPACE_KERNEL);
        return ownKernel || spec().readOnlyRoot()
                ? inside
                : new AvailableArchives(inside, new ContainerArchives(container, info.id()), this::hasTar);
    }

    private boolean hasTar() {
        return commands.run(Command.shell("command -v tar")).succeeded();
    }

    GuestCommands commands() {
        return commands;
    }

    Container container() {
        return container;
    }

    @Override
    protected ExecResult run(Command command) {
        ExecResult result = commands.run(command);
        tellLimit(result);
        return result;
    }

    @Override
    protected Execution launch(Command command, Consumer<ExecResult> ended) {
        return commands.start(command, result -> {
            tellLimit(result);
            ended.accept(result);
        });
    }

    @Override
    protected Terminal open(Command command, TerminalSize size, Consumer<Ending> ended) {
        return commands.open(command, size, ended);
    }

    private void tellLimit(ExecResult result) {
        if (result.outcome() == Outcome.OUT_OF_MEMORY) {
            events().tell(at -> new SandboxEvent.LimitHit(at, Resource.MEMORY));
        }
    }

    @Override
    public SandboxFiles files() {
        return files;
    }

    @Override
    protected void hold() {
        container.pause();
    }

    @Override
    protected void letGo() {
        container.unpause();
    }

    /** Where the engine tells no peak, it is the most that was seen here. */
    @Override
    protected Usage measure() {
        Usage now = container.usage();
        long peak = peakMemory.accumulateAndGet(now.peakMemory().bytes(), Math::max);
        return new Usage(now.cpuTime(), now.memory(), DataSize.ofBytes(peak), now.processes());
    }

    @Override
    protected InetSocketAddress reach(int port) {
        return container
                .endpoint(port)
                .orElseThrow(() -> new SandboxStartException(
                        fault("The engine has published no port for " + port).remedy("docker port " + container.id())));
    }

    @Override
    protected Snapshot save(SnapshotOptions options) {
        requireSharedFiles();
        saving.incrementAndGet();
        try {
            return snapshots.save(container, id(), options);
        } finally {
            saving.decrementAndGet();
        }
    }

    /** A kernel of its own may keep changes to itself, and a snapshot would be without them. */
    private void requireSharedFiles() {
        if (!info().isolation().atLeast(Isolation.USERSPACE_KERNEL) || state() != SandboxState.RUNNING) {
            return;
        }
        String probe = ".sandboxed-" + UUID.randomUUID();
        commands.run(Command.of("touch", probe)).orThrow();
        try (InputStream seen = new ContainerArchives(container, id()).fetch(spec().workdir() + "/" + probe)) {
            seen.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new SandboxTransportException(fault(
                            "The runtime keeps the files of the sandbox from the engine: " + e)
                    .remedy("add \"--overlay2=none\" to the runtimeArgs of the runtime in /etc/docker/daemon.json")
                    .cause(e));
        } finally {
            commands.run(Command.of("rm", "-f", probe));
        }
    }

    @Override
    protected void release() {
        commands.close();
        container.remove();
    }
}
