package dev.sandboxed.api.spi;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.error.SandboxStoppedException;
import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.internal.thread.Interruption;
import dev.sandboxed.api.internal.thread.OwnThread;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The life of a sandbox, the same for every provider: what may be done in which state, events in order, and an end that
 * comes once.
 *
 * <p>For implementors: {@link #run} and {@link #release} are needed; override the others together with the capability that
 * governs them.
 */
public abstract class AbstractSandbox implements Sandbox {

    private final SandboxInfo identity;
    private final SandboxSpec spec;
    private final Capabilities capabilities;
    private final Events events;
    private final StateCell state = new StateCell();
    private final Destruction destruction = new Destruction();
    private volatile Runnable whenDestroyed = () -> {};
    private volatile Supplier<Snapshots> snapshots = Forking::nobody;

    protected AbstractSandbox(Creation creation, SandboxInfo identity, Capabilities capabilities) {
        this.identity = identity;
        this.spec = creation.spec();
        this.capabilities = capabilities;
        this.events = creation.events();
    }

    /** Runs a command to its end; the sandbox was running when this was called. */
    protected abstract ExecResult run(Command command);

    /** Ends every process and removes everything. Called once. What cannot be removed is thrown, after all was tried. */
    protected abstract void release();

    /** Starts a command and tell {@code ended} once when it ends; declare {@code STREAMING}. */
    protected Execution launch(Command command, Consumer<ExecResult> ended) {
        throw UnsupportedCapabilityException.of(Capability.STREAMING, identity.provider());
    }

    /** Starts a command on a terminal and tell {@code ended} once when it ends; declare {@code TERMINAL}. */
    protected Terminal open(Command command, TerminalSize size, Consumer<Ending> ended) {
        throw UnsupportedCapabilityException.of(Capability.TERMINAL, identity.provider());
    }

    /** Holds every process still, or throw and hold none; declare {@code PAUSE}. */
    protected void hold() {
        throw UnsupportedCapabilityException.of(Capability.PAUSE, identity.provider());
    }

    /** Lets every process go on; declare {@code PAUSE}. */
    protected void letGo() {
        throw UnsupportedCapabilityException.of(Capability.PAUSE, identity.provider());
    }

    /** Saves the files; declare {@code SNAPSHOT}, and {@code SNAPSHOT_MEMORY} if processes can be saved as well. */
    protected Snapshot save(SnapshotOptions options) {
        throw UnsupportedCapabilityException.of(Capability.SNAPSHOT, identity.provider());
    }

    /** Measures what was used; declare {@code USAGE}. */
    protected Usage measure() {
        throw UnsupportedCapabilityException.of(Capability.USAGE, identity.provider());
    }

    /** Returns the address on the host of an exposed port; declare {@code PORTS}. */
    protected InetSocketAddress reach(int port) {
        throw UnsupportedCapabilityException.of(Capability.PORTS, identity.provider());
    }

    /** Returns what commands tried to reach; declare {@code NETWORK_LOG}. */
    protected List<NetworkAttempt> attempts() {
        throw UnsupportedCapabilityException.of(Capability.NETWORK_LOG, identity.provider());
    }

    /** Returns the files that the spec's seed files are written to, where that is another way in than the user's. */
    protected SandboxFiles filesToSeed() {
        return files();
    }

    /** Puts the files of the spec in their places. */
    final void seed(Deadline deadline) {
        if (!spec.seedFiles().isEmpty()) {
            new Seeding(filesToSeed(), deadline).plant(spec.seedFiles());
        }
    }

    @Override
    public final String id() {
        return identity.id();
    }

    @Override
    public final SandboxSpec spec() {
        return spec;
    }

    @Override
    public final SandboxInfo info() {
        return identity.in(state.get());
    }

    @Override
    public final boolean waitFor(SandboxState wanted, Duration timeout) {
        try {
            if (wanted == SandboxState.DESTROYED) {
                return destruction.await(Deadline.in(timeout).remaining());
            }
            boolean reached = state.await(wanted, timeout);
            requireAlive();
            return reached;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SandboxInterruptedException(fault("Interrupted while waiting until the sandbox is " + wanted)
                    .cause(e));
        }
    }

    @Override
    public final ExecResult exec(Command asked) {
        Command command = admit(asked);
        if (command.stdin() instanceof Stdin.Open) {
            throw new IllegalArgumentException("exec cannot leave stdin open, since nobody could write to it: "
                    + command + "; use start, or give the input with the command");
        }
        ExecResult result = settled(begun(command, () -> run(command)));
        told(result);
        return result;
    }

    @Override
    public final Execution start(Command asked) {
        capabilities.require(Set.of(Capability.STREAMING), identity.provider());
        Command command = admit(asked);
        return new PlacedExecution(begun(command, () -> launch(command, this::told)), this::settled);
    }

    @Override
    public final Terminal terminal(Command command, TerminalSize size) {
        capabilities.require(Set.of(Capability.TERMINAL), identity.provider());
        admit(command);
        long begin = System.nanoTime();
        return begun(
                command,
                () -> open(
                        command, size, ending -> told(command, ending, Duration.ofNanos(System.nanoTime() - begin))));
    }

    @Override
    public final void stop() {
        capabilities.require(Set.of(Capability.PAUSE), identity.provider());
        requireAlive();
        if (state.change(SandboxState.RUNNING, SandboxState.STOPPED)) {
            changing(SandboxState.RUNNING, SandboxState.STOPPED, this::hold);
            events.tell(SandboxEvent.Stopped::new);
            if (state.is(SandboxState.RUNNING)) {
                letGo();
            }
        }
    }

    /** A sandbox that cannot be held still is not stopped, and one that cannot go on still is. */
    private void changing(SandboxState before, SandboxState now, Runnable change) {
        try {
            change.run();
        } catch (RuntimeException e) {
            state.change(now, before);
            throw e;
        }
    }

    @Override
    public final void resume() {
        capabilities.require(Set.of(Capability.PAUSE), identity.provider());
        requireAlive();
        if (state.change(SandboxState.STOPPED, SandboxState.RUNNING)) {
            changing(SandboxState.STOPPED, SandboxState.RUNNING, this::letGo);
            events.tell(SandboxEvent.Resumed::new);
            if (state.is(SandboxState.STOPPED)) {
                changing(SandboxState.RUNNING, SandboxState.STOPPED, this::hold);
            }
        }
    }

    @Override
    public final Snapshot snapshot(SnapshotOptions options) {
        capabilities.require(
                options.memory()
                        ? Set.of(Capability.SNAPSHOT, Capability.SNAPSHOT_MEMORY)
                        : Set.of(Capability.SNAPSHOT),
                identity.provider());
        requireAlive();
        return save(options);
    }

    @Override
    public final List<Sandbox> fork(int copies) {
        return Forking.of(copies, this, snapshots);
    }

    @Override
    public final Usage usage() {
        capabilities.require(Set.of(Capability.USAGE), identity.provider());
        requireAlive();
        return measure();
    }

    @Override
    public final InetSocketAddress endpoint(int port) {
        capabilities.require(Set.of(Capability.PORTS), identity.provider());
        requireRunning();
        Set<Integer> exposed = spec.network().map(NetworkPolicy::exposedPorts).orElse(Set.of());
        if (!exposed.contains(port)) {
            throw new IllegalArgumentException("Port " + port + " is not exposed; the spec exposes "
                    + new TreeSet<>(exposed) + ", add it with NetworkPolicy.exposing(" + port + ")");
        }
        return reach(port);
    }

    @Override
    public final List<NetworkAttempt> networkAttempts() {
        capabilities.require(Set.of(Capability.NETWORK_LOG), identity.provider());
        requireAlive();
        return attempts();
    }

    @Override
    public final void close() {
        close("it was closed");
    }

    /** Destroys it although the caller is interrupted: nobody would come back for what is left. */
    final void close(String reason) {
        destroy(reason, () -> OwnThread.run("sandboxed-closing", this::release));
    }

    /** Destroys it for a reason that later callers are told. Whoever comes second waits until the first is done. */
    protected final void destroy(String reason) {
        destroy(reason, () -> Interruption.postponed(this::release));
    }

    private void destroy(String reason, Runnable releasing) {
        destruction.because(reason);
        if (!state.destroy()) {
            destruction.awaitDone(this::fault);
            return;
        }
        tellAttempts();
        try {
            releasing.run();
        } finally {
            whenDestroyed.run();
            events.tell(at -> new SandboxEvent.Destroyed(at, reason));
            destruction.done();
        }
    }

    private void tellAttempts() {
        boolean connected = spec.network()
                .filter(policy -> policy.network() != Network.NONE)
                .isPresent();
        if (connected && capabilities.has(Capability.NETWORK_LOG)) {
            events.tellAttempts(this::attempts);
        }
    }

    /** Refuses what needs a running sandbox when it is not running; for files and whatever a provider adds. */
    protected final void requireRunning() {
        requireAlive();
        if (state.is(SandboxState.STOPPED)) {
            throw new SandboxStoppedException(fault("The sandbox is stopped").remedy("call resume() first"));
        }
    }

    /** Refuses what needs a sandbox when it is gone. */
    protected final void requireAlive() {
        if (state.is(SandboxState.DESTROYED)) {
            throw destroyed();
        }
    }

    /** Begins a description of something that went wrong in this sandbox. */
    protected final Fault fault(String what) {
        return Fault.of(what).provider(identity.provider()).sandbox(identity.id());
    }

    protected final Events events() {
        return events;
    }

    /** Sets who restores what was saved of it. */
    final void copiedBy(Supplier<Snapshots> keeper) {
        this.snapshots = keeper;
    }

    final void whenDestroyed(Runnable action) {
        this.whenDestroyed = action;
    }

    private Command admit(Command command) {
        requireRunning();
        command.user().ifPresent(user -> capabilities.require(Set.of(Capability.USER), identity.provider()));
        if (command.outputWatcher().isPresent()) {
            capabilities.require(Set.of(Capability.STREAMING), identity.provider());
        }
        return OutputWatcher.guarding(command, identity.id());
    }

    /** A command that succeeded before its sandbox went has its result; any other end is that of the sandbox. */
    private boolean diedWith(ExecResult result) {
        return !result.succeeded() && state.is(SandboxState.DESTROYED);
    }

    /** Adds the sandbox to a result; one that only tells of the sandbox's own end is no result. */
    private ExecResult settled(ExecResult result) {
        if (diedWith(result)) {
            throw destroyed();
        }
        return result.in(new ExecResult.Place(identity.id(), identity.provider(), identity.isolation(), spec.hidden()));
    }

    /** Returns the beginning of a command, and its end should it come to nothing. */
    private <T> T begun(Command command, Supplier<T> work) {
        events.tell(at -> new SandboxEvent.ExecStarted(at, command));
        try {
            return work.get();
        } catch (RuntimeException e) {
            if (!state.is(SandboxState.DESTROYED)) {
                events.tell(at -> new SandboxEvent.ExecAborted(
                        at, command, SandboxException.codeOf(e), String.valueOf(e.getMessage())));
            }
            throw e;
        }
    }

    private void told(ExecResult result) {
        if (!diedWith(result)) {
            ended(result.command(), result.ending(), result.duration());
        }
    }

    private void told(Command command, Ending ending, Duration took) {
        if (!state.is(SandboxState.DESTROYED)) {
            ended(command, ending, took);
        }
    }

    private void ended(Command command, Ending ending, Duration took) {
        ending.limit().ifPresent(limit -> events.tell(at -> new SandboxEvent.LimitHit(at, limit)));
        events.tell(at -> new SandboxEvent.ExecEnded(at, command, ending, took));
    }

    private SandboxDestroyedException destroyed() {
        return new SandboxDestroyedException(fault("The sandbox is gone: " + destruction.reason())
                .remedy("create a new one; a closed handle cannot be used again"));
    }
}
