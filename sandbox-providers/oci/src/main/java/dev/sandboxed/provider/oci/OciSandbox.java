package dev.sandboxed.provider.oci;

import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.capability.Capabilities;
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
import dev.sandboxed.folder.snapshot.SnapshotStore;
import dev.sandboxed.folder.store.SandboxStore;
import dev.sandboxed.guest.exec.GuestCommands;
import dev.sandboxed.guest.files.CommandArchives;
import dev.sandboxed.guest.files.GuestAccess;
import dev.sandboxed.guest.files.GuestFiles;
import dev.sandboxed.provider.oci.bundle.Kind;
import dev.sandboxed.provider.oci.container.Container;
import dev.sandboxed.provider.oci.container.ContainerRuntime;
import dev.sandboxed.provider.oci.snapshot.RootArchive;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A container of a runtime, and the commands and files in it. */
final class OciSandbox extends AbstractSandbox {

    private final Kind kind;
    private final Container container;
    private final SandboxStore store;
    private final SnapshotStore snapshots;
    private final GuestCommands commands;
    private final GuestFiles files;
    private final Stillness stillness;
    private final AtomicLong peakMemory = new AtomicLong();

    /**
     * Take over a container that was just started.
     *
     * @param word what its first process marks its words with
     * @param store what removes its folder
     * @param snapshots where its snapshots go
     */
    OciSandbox(
            Kind kind,
            Creation creation,
            SandboxInfo info,
            Capabilities capabilities,
            Container container,
            String word,
            SandboxStore store,
            SnapshotStore snapshots) {
        super(creation, info, capabilities);
        this.kind = kind;
        this.container = container;
        this.store = store;
        this.snapshots = snapshots;
        this.stillness = new Stillness(container);
        ContainerRuntime runtime = new ContainerRuntime(
                container, creation.spec().limits(), this::fault, this::destroy, stillness::awaitMotion);
        Map<String, String> secrets = creation.spec().secrets().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, secret -> secret.getValue().reveal()));
        this.commands = new GuestCommands(
                runtime,
                new GuestCommands.Home(creation.spec().workdir(), secrets, this::fault),
                container.first(),
                word);
        this.files = new GuestFiles(new GuestAccess(
                info.provider(),
                info.id(),
                creation.spec().workdir(),
                new CommandArchives(commands::run, command -> commands.start(command, result -> {})),
                commands::run,
                this::requireRunning));
    }

    GuestCommands commands() {
        return commands;
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
        try {
            settle();
            stillness.begin(false);
        } catch (IOException e) {
            throw new SandboxTransportException(
                    fault("The sandbox cannot be held still: " + e).cause(e));
        }
    }

    /** A kernel of its own may not have written all to the host yet, and cannot do so while it is held. */
    private void settle() {
        if (!kind.sharesKernel()) {
            commands.run(Command.of("sync")).orThrow();
        }
    }

    @Override
    protected void letGo() {
        try {
            stillness.end(false);
        } catch (IOException e) {
            throw new SandboxTransportException(
                    fault("The sandbox cannot be let go: " + e).cause(e));
        }
    }

    /** Where the kernel tells no peak, it is the most that was seen here. */
    @Override
    protected Usage measure() {
        Usage now = container.group().usage();
        long peak = peakMemory.accumulateAndGet(now.peakMemory().bytes(), Math::max);
        return new Usage(now.cpuTime(), now.memory(), DataSize.ofBytes(peak), now.processes());
    }

    /** Whatever runs is held still meanwhile, so that the files are those of one moment. */
    @Override
    protected Snapshot save(SnapshotOptions options) {
        if (state() == SandboxState.RUNNING) {
            settle();
        }
        return snapshots.save(id(), options, archive -> {
            stillness.begin(true);
            try {
                return new RootArchive(container.bundle()).pack(archive, options);
            } finally {
                stillness.end(true);
            }
        });
    }

    @Override
    protected void release() {
        commands.close();
        try {
            container.remove();
            store.remove(id());
        } catch (IOException e) {
            throw new SandboxTransportException(fault("Something of the sandbox could not be removed: " + e)
                    .remedy("./sandboxed reap, or delete " + container.bundle().path() + " by hand")
                    .cause(e));
        }
    }
}
