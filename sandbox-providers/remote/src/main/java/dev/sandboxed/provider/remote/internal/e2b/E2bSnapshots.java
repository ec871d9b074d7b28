package dev.sandboxed.provider.remote.internal.e2b;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.internal.files.BoundedStream;
import dev.sandboxed.api.internal.files.SnapshotSelection;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotFilter;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.Attempts;
import dev.sandboxed.folder.snapshot.SnapshotStore;
import dev.sandboxed.guest.exec.GuestCommands;
import dev.sandboxed.guest.internal.files.CommandArchives;
import dev.sandboxed.provider.remote.internal.e2b.control.ControlApi;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Snapshots whose files the service keeps. What the service does not know of them is kept on this host: tags, origin, and a
 * checksum. Where patterns choose files, these alone are kept, on this host, and lie over the template that the sandbox was made
 * from.
 */
final class E2bSnapshots implements Snapshots {

    /** What is known on this host is in this form. */
    private static final String FORMAT = "1";

    /** How much may be kept on this host for one of them, before it is packed: what is inside may send without end. */
    private static final DataSize LARGEST = DataSize.ofGibibytes(64);

    private static final String FOLDER = "snapshots";

    private final String provider;
    private final Path state;
    private final ControlApi control;
    private final BiFunction<Snapshot, SandboxSpec, Sandbox> restore;

    /**
     * Prepares them.
     *
     * @param state where the provider keeps files
     * @param restore makes a sandbox, to be asked about {@link #saved} then and to be {@link #fill filled}
     */
    E2bSnapshots(String provider, Path state, ControlApi control, BiFunction<Snapshot, SandboxSpec, Sandbox> restore) {
        this.provider = provider;
        this.state = state;
        this.control = control;
        this.restore = restore;
    }

    private SnapshotStore store() {
        try {
            return new SnapshotStore(Files.createDirectories(state.resolve(FOLDER)), provider, FORMAT);
        } catch (IOException e) {
            throw new SandboxTransportException(Fault.of("Cannot use the state folder '" + state + "': " + e)
                    .provider(provider)
                    .remedy("choose another with SANDBOX_STATE_DIR or -Dsandbox.stateDir")
                    .cause(e));
        }
    }

    /**
     * A sandbox that is to be saved.
     *
     * @param id what it is called here
     * @param placed what the service calls it
     * @param base the template that it was made from, or that the snapshot was that it was made from
     * @param commands runs commands in it
     * @param stillness does something while its commands stand still and nobody listens to them
     */
    record Subject(
            String id,
            String placed,
            String base,
            GuestCommands commands,
            Function<Supplier<String>, String> stillness) {

        private String saved(ControlApi control) {
            Set<String> before = control.saved(placed);
            return stillness.apply(() -> control.snapshot(placed, before));
        }
    }

    /**
     * Saves the files of a sandbox.
     *
     * @throws IllegalArgumentException if a pattern is malformed
     */
    Snapshot save(Subject subject, SnapshotOptions options) {
        SnapshotSelection selection = SnapshotSelection.of(options);
        if (selection.takesAll()) {
            return record(subject, options, filesOf(subject), subject.saved(control));
        }
        return selection.include().isEmpty()
                ? saveAllBut(subject, selection, options)
                : store().save(subject.id(), options, file -> saveSome(subject, selection, file));
    }

    private static long filesOf(Subject subject) {
        ExecResult counted = subject.commands().run(GuestScript.COUNT.command().user(GuestScript.ROOT));
        try {
            return Long.parseLong(counted.stdout().strip());
        } catch (NumberFormatException e) {
            throw new SandboxTransportException(
                    Fault.of("The files of the sandbox cannot be counted: " + counted.describe())
                            .sandbox(subject.id())
                            .remedy("look whether its image has sh, find, sync and wc")
                            .cause(e));
        }
    }

    private Snapshot record(Subject subject, SnapshotOptions options, long files, String made) {
        try {
            return store().save(subject.id(), options, file -> {
                Saved.whole(made, subject.base()).write(file, InputStream.nullInputStream());
                return files;
            });
        } catch (RuntimeException e) {
            try {
                control.deleteSnapshot(made);
            } catch (RuntimeException alsoThat) {
                e.addSuppressed(alsoThat);
            }
            throw e;
        }
    }

    /** In a copy of the sandbox, since the service saves all or nothing. */
    private Snapshot saveAllBut(Subject subject, SnapshotSelection selection, SnapshotOptions options) {
        Snapshot all = save(subject, SnapshotOptions.ALL);
        Attempts attempts = new Attempts();
        List<Snapshot> rest = new ArrayList<>();
        attempts.attempt(() -> rest.add(saveRest(all, subject, selection, options)));
        attempts.attempt(() -> delete(all));
        attempts.throwFailures();
        return rest.get(0);
    }

    private Snapshot saveRest(Snapshot all, Subject subject, SnapshotSelection selection, SnapshotOptions options) {
        try (Sandbox copy = restore.apply(all, SandboxSpec.defaults())) {
            Subject other = ((E2bSandbox) copy).subject();
            List<FoundFile> unwanted = FoundFile.all(other.commands()).stream()
                    .filter(file -> selection.leavesOut(file.path()))
                    .toList();
            ExecResult result = other.commands()
                    .run(GuestScript.REMOVE.command().user(GuestScript.ROOT).stdin(FoundFile.lines(unwanted)));
            if (!result.succeeded()) {
                throw new IOException("what is to be left out cannot be removed from the copy: " + result.stderr());
            }
            return record(subject, options, filesOf(other), other.saved(control));
        } catch (IOException e) {
            throw new SandboxTransportException(
                    Fault.of("Some files cannot be left out of a snapshot: " + e.getMessage())
                            .provider(provider)
                            .sandbox(subject.id())
                            .remedy("take all, or name those to include")
                            .cause(e));
        }
    }

    /** Returns how many plain files there are among them. */
    private static long saveSome(Subject subject, SnapshotSelection selection, Path file) throws IOException {
        GuestCommands commands = subject.commands();
        List<FoundFile> wanted = FoundFile.all(commands).stream()
                .filter(one -> selection.takes(one.path()))
                .toList();
        Command pack = GuestScript.PACK.command().stdin(FoundFile.lines(wanted)).user(GuestScript.ROOT);
        CommandArchives archives = new CommandArchives(commands::run, command -> commands.start(command, result -> {}));
        try (InputStream tar = archives.packed("/", (parent, name) -> pack)) {
            Saved.filesOver(subject.base()).write(file, new BoundedStream(tar, LARGEST));
        }
        return wanted.stream().filter(FoundFile::plain).count();
    }

    /**
     * Returns what a sandbox is to be made from.
     *
     * @throws SnapshotRejectedException if the snapshot is missing, damaged, or somebody else's
     */
    Saved saved(Snapshot snapshot) throws IOException {
        SnapshotStore store = store();
        store.verify(snapshot);
        return Saved.read(store.archiveOf(snapshot));
    }

    /**
     * Lays files over a template that a sandbox was made from.
     *
     * @throws IOException if they cannot be unpacked there
     */
    void fill(Snapshot snapshot, Saved saved, GuestCommands commands) throws IOException {
        if (saved.withFiles()) {
            try (InputStream tar = Saved.archive(store().archiveOf(snapshot))) {
                ExecResult result = commands.run(Command.of("tar", "-x", "-p", "-f", "-", "-C", "/")
                        .user(GuestScript.ROOT)
                        .stdin(Stdin.stream(tar)));
                if (!result.succeeded()) {
                    throw CommandArchives.failed("unpack the snapshot", result);
                }
            }
        }
    }

    /** Returns what to throw when the service makes no sandbox from it. */
    SnapshotRejectedException unusable(Snapshot snapshot, SandboxStartException refusal) {
        return new SnapshotRejectedException(
                Fault.of("Snapshot '" + snapshot.id() + "' cannot be restored: " + refusal.what())
                        .provider(provider)
                        .remedy("take it again, unless it is the spec that the service objects to")
                        .cause(refusal));
    }

    @Override
    public List<Snapshot> list(SnapshotFilter filter) {
        return store().list(filter);
    }

    @Override
    public Sandbox restore(Snapshot snapshot, SandboxSpec spec) {
        return restore.apply(snapshot, spec);
    }

    @Override
    public void delete(Snapshot snapshot) {
        SnapshotStore store = store();
        Path file = store.archiveOf(snapshot);
        try {
            if (snapshot.origin().provider().equals(provider) && Files.exists(file)) {
                Saved saved = Saved.read(file);
                if (saved.isWhole()) {
                    control.deleteSnapshot(saved.template());
                }
            }
        } catch (IOException e) {
            throw new SandboxTransportException(Fault.of("Snapshot '" + snapshot.id()
                            + "' cannot be deleted at the service: its record in '" + file + "' cannot be read: " + e)
                    .provider(provider)
                    .remedy("delete it in E2B's dashboard, and that file")
                    .cause(e));
        }
        store.delete(snapshot);
    }
}
