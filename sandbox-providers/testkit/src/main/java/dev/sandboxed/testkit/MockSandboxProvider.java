package dev.sandboxed.testkit;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.AbstractSandboxProvider;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.testkit.internal.memory.SavedTree;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A provider that runs nothing: it answers as it was told and puts every call on record.
 *
 * <pre>{@code
 * MockSandboxProvider provider = MockSandboxProvider.builder()
 *         .on("python3", "sort.py").answer(Answer.stdout("1\n2\n"))
 *         .build();
 * }</pre>
 *
 * <p>Files, snapshots, pausing and the life cycle behave as the contract says. Limits, users, mounts and networks are
 * accepted and not enforced; there is no terminal. A command without an answer throws {@link UnscriptedCommandException}.
 * All methods are safe from several threads, and a script may be extended at any time.
 */
public final class MockSandboxProvider extends AbstractSandboxProvider implements Scripting<MockSandboxProvider> {

    private final MockSandboxProviderBuilder settings;
    private final Script script;
    private final Creations creations;
    private final MockSnapshots snapshots;
    private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
    private final List<MockSandbox> made = new CopyOnWriteArrayList<>();
    private final Queue<String> leftBehind;
    private volatile ProviderStatus status;

    MockSandboxProvider(MockSandboxProviderBuilder from) {
        super(from.name, from.context);
        this.settings = from;
        this.script = new Script(from.rules);
        this.creations = new Creations(from.creations);
        this.snapshots = new MockSnapshots(this, from.clock);
        this.leftBehind = new ConcurrentLinkedQueue<>(from.leftBehind);
        this.status = from.status;
    }

    public static MockSandboxProviderBuilder builder() {
        return new MockSandboxProviderBuilder();
    }

    @Override
    public MockSandboxProvider script(Rule rule) {
        script.add(rule);
        return this;
    }

    /** Lists everything that was asked so far, in order. */
    public List<Call> calls() {
        return List.copyOf(calls);
    }

    /** Lists the commands that were run or started so far, in order. */
    public List<Command> commands() {
        return calls.stream()
                .flatMap(call -> call instanceof Call.Exec exec
                        ? Stream.of(exec.command())
                        : call instanceof Call.Start start ? Stream.of(start.command()) : Stream.empty())
                .toList();
    }

    /** Lists the sandboxes that were made so far, in order, dead ones included. */
    public List<Sandbox> created() {
        return List.copyOf(made);
    }

    /** Lists the sandboxes that are alive, in the order of their creation. */
    public List<Sandbox> live() {
        return made.stream()
                .filter(sandbox -> sandbox.state() != SandboxState.DESTROYED)
                .<Sandbox>map(sandbox -> sandbox)
                .toList();
    }

    /** Answers {@code status()} like this from now on; while it is unavailable, creations are refused. */
    public void become(ProviderStatus now) {
        this.status = now;
    }

    /** Fails the next creations with {@code SandboxStartException}. */
    public void failNextCreations(int times) {
        failNextCreations(times, Creations::scripted);
    }

    public void failNextCreations(int times, Supplier<? extends RuntimeException> failure) {
        creations.fail(times, failure);
    }

    /**
     * Lets a sandbox die behind everyone's back: commands in it end, and later calls are refused.
     *
     * @throws dev.sandboxed.api.error.SandboxNotFoundException if none is alive with that id
     */
    public void kill(String id, String reason) {
        liveOrThrow(id);
        made.stream().filter(sandbox -> sandbox.id().equals(id)).forEach(sandbox -> sandbox.kill(reason));
    }

    @Override
    public Capabilities capabilities() {
        return settings.capabilities;
    }

    @Override
    public ProviderStatus status() {
        return status;
    }

    @Override
    public List<SandboxInfo> list() {
        return live().stream().map(Sandbox::info).toList();
    }

    /** Reports the ids that {@link MockSandboxProviderBuilder#leftBehind} named, once. */
    @Override
    public ReapReport reap() {
        List<String> removed =
                Stream.generate(leftBehind::poll).takeWhile(id -> id != null).toList();
        return new ReapReport(removed, List.of());
    }

    @Override
    public Sandbox connect(String id) {
        capabilities().require(Set.of(Capability.CONNECT), name());
        return liveOrThrow(id);
    }

    @Override
    public Snapshots snapshots() {
        capabilities().require(Set.of(Capability.SNAPSHOT), name());
        return snapshots;
    }

    @Override
    protected Set<String> knownOptions() {
        return settings.knownOptions;
    }

    @Override
    protected AbstractSandbox launch(Creation creation) {
        record(new Call.Create(creation.spec()));
        return admitted(begin(creation, null));
    }

    Sandbox restore(Snapshot snapshot, SavedTree files, SandboxSpec spec) {
        return make(spec, creation -> {
            record(new Call.Restore(snapshot.id(), creation.spec()));
            return admitted(begin(creation, files));
        });
    }

    private MockSandbox begin(Creation creation, @Nullable SavedTree from) {
        String version = requireAvailable();
        creations.pass(creation, settings.pacer);
        Instant now = settings.clock.instant();
        SandboxInfo identity = new SandboxInfo(
                creation.id(),
                new SandboxInfo.RunsOn(name(), version, capabilities().isolation()),
                "mock:" + creation.id(),
                SandboxState.RUNNING,
                context().owner(),
                creation.spec().labels(),
                now,
                creation.spec().timeToLive().map(now::plus));
        return new MockSandbox(this, creation, identity, from);
    }

    private MockSandbox admitted(MockSandbox sandbox) {
        made.add(sandbox);
        return sandbox;
    }

    private String requireAvailable() {
        ProviderStatus now = status;
        if (now instanceof ProviderStatus.Unavailable unavailable) {
            throw new ProviderUnavailableException(
                    Fault.of(unavailable.reason()).provider(name()).remedy(unavailable.remedy()));
        }
        return ((ProviderStatus.Available) now).version();
    }

    @Override
    protected void discard(String id) {
        made.removeIf(sandbox -> sandbox.id().equals(id));
    }

    Answer answerTo(Command command) {
        return script.answerTo(command);
    }

    MockSnapshots kept() {
        return snapshots;
    }

    void record(Call call) {
        calls.add(call);
    }

    MockSandboxProviderBuilder settings() {
        return settings;
    }
}
