package dev.sandboxed.provider.local.internal.bubblewrap;

import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.guest.exec.GuestCommands;
import dev.sandboxed.guest.exec.SupervisorScript;
import dev.sandboxed.guest.sandbox.GuestSandbox;
import dev.sandboxed.guest.sandbox.SharedPause;
import dev.sandboxed.network.internal.NetworkRoom;
import dev.sandboxed.process.ProcessScope;
import dev.sandboxed.process.internal.thread.Alarm;
import dev.sandboxed.provider.local.internal.bubblewrap.box.Box;
import dev.sandboxed.provider.local.internal.bubblewrap.box.BoxRuntime;
import dev.sandboxed.provider.local.internal.bubblewrap.box.Doors;
import dev.sandboxed.provider.local.internal.bubblewrap.still.Hold;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** A box, and the commands and files in it. */
final class BubblewrapSandbox extends GuestSandbox {

    private final SandboxHome home;
    private final Box box;
    /** All processes inside, which are descendants of the first one, as the host sees them. */
    private final ProcessScope scope;

    private final Hold hold;
    private final SharedPause pause;

    private BubblewrapSandbox(
            Creation creation,
            SandboxInfo info,
            Capabilities capabilities,
            SandboxHome home,
            Box box,
            GuestCommands commands) {
        super(creation, info, capabilities, (fault, gone) -> commands);
        this.home = home;
        this.box = box;
        this.scope = new ProcessScope(info.id());
        this.hold = Hold.of(home.group(), Integer.parseInt(info.nativeId()));
        this.pause = new SharedPause(hold);
    }

    /**
     * Creates a sandbox that runs commands.
     *
     * @param info describes it, given what the host calls its first process
     * @throws SandboxStartException if it does not come up, or not in time; nothing runs then
     */
    static BubblewrapSandbox start(
            Creation creation, SandboxHome home, Capabilities capabilities, Function<String, SandboxInfo> info)
            throws IOException {
        Function<String, Fault> fault =
                what -> Fault.of(what).provider(BubblewrapProvider.NAME).sandbox(creation.id());
        Doors doors = new Doors(home.folder());
        Box box = home.maker().make(creation, home.folder(), home.group(), doors);
        Alarm late = Alarm.in(creation.deadline().remaining(), box::end);
        boolean ready = false;
        try {
            BoxRuntime runtime =
                    new BoxRuntime(box, doors, home.disk(), creation.spec().limits(), fault);
            GuestCommands commands = firstCommands(runtime, creation, fault);
            BubblewrapSandbox sandbox =
                    new BubblewrapSandbox(creation, info.apply(firstProcess(home)), capabilities, home, box, commands);
            if (creation.spec().limits().processes().isPresent()) {
                commands.reserveSupervisor();
            }
            runtime.resizeWith(sandbox::resize);
            box.whenEnded(() -> sandbox.destroy(runtime.why()));
            ready = true;
            return sandbox;
        } finally {
            late.silence();
            if (!ready) {
                box.kill();
                creation.deadline().check("starting the first process");
            }
        }
    }

    private static GuestCommands firstCommands(BoxRuntime runtime, Creation creation, Function<String, Fault> fault)
            throws IOException {
        String word = SupervisorScript.word();
        GuestChannel first = runtime.startFirst(word);
        GuestCommands commands = new GuestCommands(runtime, GuestCommands.Home.of(creation.spec(), fault), first, word);
        boolean ready = false;
        try {
            commands.awaitReady();
            ready = true;
            return commands;
        } finally {
            if (!ready) {
                commands.close();
            }
        }
    }

    private static String firstProcess(SandboxHome home) throws IOException {
        return String.valueOf(home.folder()
                .firstProcess()
                .orElseThrow(() -> new IOException("bubblewrap did not tell which process is the first one inside")));
    }

    @Override
    protected Terminal open(Command command, TerminalSize size, Consumer<Ending> ended) {
        if (spec().image().isPresent()
                && !commands().run(Command.shell("command -v script")).succeeded()) {
            throw new SandboxStartException(
                    fault("The image '" + spec().image().get() + "' has no program 'script', which makes terminals")
                            .remedy("install it in the image; it is part of util-linux, bsdutils and BusyBox"));
        }
        Command onTerminal = command.env().containsKey("TERM") || spec().env().containsKey("TERM")
                ? command
                : command.env("TERM", "xterm-256color");
        return commands().open(onTerminal, size, ended);
    }

    private void resize(String terminal, TerminalSize size) {
        commands()
                .run(Command.of(
                        "stty",
                        "-F",
                        terminal,
                        "rows",
                        String.valueOf(size.rows()),
                        "cols",
                        String.valueOf(size.columns())))
                .orThrow();
    }

    @Override
    protected void hold() {
        still(() -> pause.begin(false));
    }

    @Override
    protected void letGo() {
        still(() -> pause.end(false));
    }

    private void still(Holding what) {
        try {
            what.run();
        } catch (IOException e) {
            throw new SandboxTransportException(fault("The sandbox cannot be held still: " + e.getMessage())
                    .remedy(hold.remedy())
                    .cause(e));
        }
    }

    /** A step that holds what runs, makes sure of that, or lets it go. */
    @FunctionalInterface
    private interface Holding {

        void run() throws IOException;
    }

    @Override
    protected Usage measure() {
        try {
            return home.group()
                    .usage()
                    .orElseGet(scope::usage)
                    .withDisk(home.disk().taken());
        } catch (IOException e) {
            throw new SandboxTransportException(fault("The control group of the sandbox cannot be read: " + e)
                    .cause(e));
        }
    }

    /**
     * Whatever runs is held still meanwhile: nobody puts a link to the host in the place of a file that we read. If anything
     * has moved, nothing is saved.
     */
    @Override
    protected Snapshot save(SnapshotOptions options) {
        still(() -> pause.begin(true));
        try {
            return home.snapshots().save(id(), options, archive -> {
                long count = home.folder().toPack().pack(archive, options, Map.of());
                requireStill(archive);
                return count;
            });
        } finally {
            still(() -> pause.end(true));
        }
    }

    /** An archive of files that somebody changed meanwhile may hold files of the host, and is of no use to anybody. */
    private void requireStill(Path archive) throws IOException {
        boolean proven = false;
        try {
            still(hold::check);
            proven = true;
        } finally {
            if (!proven) {
                Files.deleteIfExists(archive);
            }
        }
    }

    @Override
    protected InetSocketAddress reach(int port) {
        return home.maker().network().orElseThrow().endpoint(port);
    }

    @Override
    protected List<NetworkAttempt> attempts() {
        return home.maker().network().map(NetworkRoom::attempts).orElse(List.of());
    }

    @Override
    protected void release() {
        commands().close();
        boolean dead = box.kill();
        home.maker().network().ifPresent(NetworkRoom::close);
        try {
            home.remove(id());
        } catch (IOException e) {
            throw new SandboxTransportException(fault("Cannot remove the folder of the sandbox: " + e)
                    .remedy("delete " + home.folder().path() + " by hand")
                    .cause(e));
        }
        if (!dead) {
            throw new SandboxTransportException(
                    fault("Some processes of the sandbox could not be killed").remedy("kill -9 " + info().nativeId()));
        }
    }
}
