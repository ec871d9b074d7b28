package dev.sandboxed.api.spi;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.internal.thread.OwnThread;
import dev.sandboxed.api.limit.ResourceLimitException;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import dev.sandboxed.api.spec.SandboxSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * What is the same for every provider: refusing what is not declared, a creation that leaves nothing behind when it fails,
 * time to live, the shutdown of the JVM, and closing.
 *
 * <p>For implementors: {@link #launch} makes a sandbox, {@link #discard} removes whatever a failed creation left.
 */
public abstract class AbstractSandboxProvider implements SandboxProvider {

    /** How long the end of the JVM waits for creations that have begun. */
    private static final Duration LAST_CREATIONS = Duration.ofSeconds(5);

    private final String name;
    private final ProviderContext context;
    private final InFlight inFlight = new InFlight();
    private final Map<String, AbstractSandbox> live = new ConcurrentHashMap<>();
    private final Expiry expiry;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicBoolean hooked = new AtomicBoolean();
    private final Thread shutdownHook;

    protected AbstractSandboxProvider(String name, ProviderContext context) {
        this.name = name;
        this.context = context;
        this.expiry = new Expiry("sandboxed-expiry-" + name);
        this.shutdownHook = new Thread(this::endWithTheJvm, "sandboxed-shutdown-" + name);
    }

    /**
     * Makes the sandbox, without its seed files, which are written for you; call {@code creation.deadline().check(step)}
     * between steps that may take long.
     */
    protected abstract AbstractSandbox launch(Creation creation) throws IOException;

    /** Removes whatever a failed creation with this id left behind, if anything. */
    protected abstract void discard(String id);

    /** Returns the options of a spec that this provider knows; any other is refused. */
    protected Set<String> knownOptions() {
        return Set.of();
    }

    /**
     * Returns what a sandbox is really made from: the spec, whose capabilities are there, with what this provider adds to every
     * sandbox of that kind, such as files that are brought in.
     */
    protected SandboxSpec completed(SandboxSpec spec) {
        return spec;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final Sandbox create(SandboxSpec spec) {
        return make(spec, this::launch);
    }

    /** Creates a sandbox in another way than {@link #launch}, with the same promises; for restoring snapshots. */
    protected final Sandbox make(SandboxSpec spec, Launcher launcher) {
        return inFlight.during(() -> makeNow(spec, launcher));
    }

    private Sandbox makeNow(SandboxSpec spec, Launcher launcher) {
        requireOpen();
        capabilities().require(spec.requiredCapabilities(), name);
        refuseUnknownOptions(spec);
        hookIntoShutdown();
        String id = SandboxIds.next(name);
        Events events = new Events(name, id, context.listener());
        events.tell(SandboxEvent.Creating::new);
        Deadline deadline = Deadline.in(spec.startupTimeout());
        AbstractSandbox sandbox = attempt(new Creation(id, spec, deadline, events), launcher);
        admit(sandbox);
        events.tell(at -> new SandboxEvent.Ready(at, deadline.elapsed()));
        startTimeToLive(sandbox);
        return sandbox;
    }

    private AbstractSandbox attempt(Creation creation, Launcher launcher) {
        AbstractSandbox sandbox = null;
        try {
            sandbox = launcher.launch(
                    new Creation(creation.id(), completed(creation.spec()), creation.deadline(), creation.events()));
            sandbox.seed(creation.deadline());
            creation.deadline().check("hand-over");
            return sandbox;
        } catch (IOException | RuntimeException | Error e) {
            undo(e, creation.id(), sandbox);
            creation.events()
                    .tell(at -> new SandboxEvent.Failed(
                            at,
                            SandboxException.codeOf(e),
                            String.valueOf(e.getMessage()),
                            creation.deadline().elapsed()));
            throw failure(e);
        }
    }

    /** An interruption is often why a creation failed, and must not come in the way of this, too. */
    private void undo(Throwable failure, String id, @Nullable AbstractSandbox sandbox) {
        Runnable release = sandbox == null ? () -> {} : sandbox::release;
        for (Runnable step : List.<Runnable>of(release, () -> discard(id))) {
            try {
                OwnThread.run("sandboxed-undoing", step);
            } catch (RuntimeException e) {
                failure.addSuppressed(e);
            }
        }
    }

    /** Whatever breaks a creation is a failed start, except what says more than that. */
    private RuntimeException failure(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        boolean saysMore = e instanceof SandboxStartException
                || e instanceof ProviderUnavailableException
                || e instanceof UnsupportedCapabilityException
                || e instanceof ResourceLimitException
                || e instanceof SnapshotRejectedException
                || e instanceof SandboxInterruptedException;
        if (saysMore) {
            return (RuntimeException) e;
        }
        @Nullable SandboxException ours = e instanceof SandboxException known ? known : null;
        return new SandboxStartException(Fault.of("Cannot create a sandbox: " + (ours == null ? e : ours.what()))
                .provider(name)
                .sandbox(ours == null ? null : ours.sandbox().orElse(null))
                .remedy(ours == null ? null : ours.remedy().orElse(null))
                .cause(e));
    }

    private void admit(AbstractSandbox sandbox) {
        sandbox.copiedBy(this::snapshots);
        sandbox.whenDestroyed(() -> live.remove(sandbox.id()));
        live.put(sandbox.id(), sandbox);
        if (closed.get()) {
            sandbox.close();
            requireOpen();
        }
    }

    private void startTimeToLive(AbstractSandbox sandbox) {
        sandbox.spec().timeToLive().ifPresent(life -> {
            Future<?> timer = expiry.after(life, () -> sandbox.close("its time to live of " + life + " was up"));
            sandbox.whenDestroyed(() -> {
                live.remove(sandbox.id());
                timer.cancel(false);
            });
            if (sandbox.state() == SandboxState.DESTROYED) {
                timer.cancel(false);
            }
        });
    }

    /**
     * Returns the handle of a sandbox made through this object.
     *
     * @throws SandboxNotFoundException if there is none alive with that id
     */
    protected final Sandbox liveOrThrow(String id) {
        Sandbox sandbox = live.get(id);
        if (sandbox == null) {
            throw new SandboxNotFoundException(Fault.of("No live sandbox has the id '" + id + "'")
                    .provider(name)
                    .sandbox(id)
                    .remedy("list() shows the ids of those that live"));
        }
        return sandbox;
    }

    /** Lists the sandboxes made through this object that are alive. */
    protected final List<SandboxInfo> liveInfos() {
        return live.values().stream()
                .map(Sandbox::info)
                .filter(info -> info.state() != SandboxState.DESTROYED)
                .toList();
    }

    protected final ProviderContext context() {
        return context;
    }

    /** Lets go of whatever the provider itself holds; its sandboxes are gone by then. */
    protected void shutDown() {}

    @Override
    public final void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            destroyAll();
        } finally {
            expiry.close();
            unhook();
            shutDown();
        }
    }

    /** Nobody may make sandboxes any more: they would be left behind, or keep this from ever being done. */
    private void endWithTheJvm() {
        closed.set(true);
        inFlight.awaitNone(LAST_CREATIONS);
        try {
            destroyAll();
        } finally {
            shutDown();
        }
    }

    private void destroyAll() {
        Attempts.forEach(live.values(), sandbox -> sandbox.close("its provider was closed"));
    }

    /** Before anything is made: while the JVM shuts down, nobody would be left to destroy it. */
    private void hookIntoShutdown() {
        if (!hooked.compareAndSet(false, true)) {
            return;
        }
        try {
            Runtime.getRuntime().addShutdownHook(shutdownHook);
        } catch (IllegalStateException shuttingDown) {
            hooked.set(false);
            throw new ProviderUnavailableException(Fault.of("The JVM is shutting down, no sandbox is made any more")
                    .provider(name)
                    .remedy("create sandboxes before the JVM ends")
                    .cause(shuttingDown));
        }
    }

    private void unhook() {
        try {
            Runtime.getRuntime().removeShutdownHook(shutdownHook);
        } catch (IllegalStateException alreadyShuttingDown) {
            // The hook runs or has run; there is nothing left to take back.
        }
    }

    private void requireOpen() {
        if (closed.get()) {
            throw new ProviderUnavailableException(Fault.of("Provider '" + name + "' was closed")
                    .provider(name)
                    .remedy("open a new one; a closed provider cannot be used again"));
        }
    }

    private void refuseUnknownOptions(SandboxSpec spec) {
        Set<String> unknown = new TreeSet<>(spec.options().keySet());
        unknown.removeAll(knownOptions());
        if (!unknown.isEmpty()) {
            throw new SandboxStartException(Fault.of("Provider '" + name + "' does not know the options " + unknown)
                    .provider(name)
                    .remedy(
                            knownOptions().isEmpty()
                                    ? "it knows none; leave them out"
                                    : "it knows " + new TreeSet<>(knownOptions())));
        }
    }

    /** A way to make a sandbox. */
    @FunctionalInterface
    protected interface Launcher {
        AbstractSandbox launch(Creation creation) throws IOException;
    }
}
