package dev.sandboxed.testkit;

import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.testkit.internal.memory.MemoryFiles;
import dev.sandboxed.testkit.internal.memory.SavedTree;
import dev.sandboxed.testkit.internal.memory.WatchedFiles;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A sandbox that plays its provider's script. */
final class MockSandbox extends AbstractSandbox implements Playback.Stage {

    private final MockSandboxProvider provider;
    private final MemoryFiles memory;
    private final WatchedFiles files;
    private final Set<Playback> running = ConcurrentHashMap.newKeySet();
    private final AtomicInteger commands = new AtomicInteger();

    MockSandbox(MockSandboxProvider provider, Creation creation, SandboxInfo identity, @Nullable SavedTree from) {
        super(creation, identity, provider.capabilities());
        this.provider = provider;
        String workdir = creation.spec().workdir();
        this.memory = from == null
                ? MemoryFiles.empty(workdir, provider.settings().clock, this::fault)
                : MemoryFiles.of(from, workdir, provider.settings().clock, this::fault);
        this.files = new WatchedFiles(memory, this::admitFile);
    }

    /** Seed files are not calls of the user, so they are not recorded. */
    @Override
    protected SandboxFiles filesToSeed() {
        return memory;
    }

    @Override
    protected ExecResult run(Command command) {
        record(new Call.Exec(id(), command));
        Playback playback = prepare(command);
        try {
            return playback.play(chunk -> {});
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted(command);
        } finally {
            running.remove(playback);
        }
    }

    @Override
    protected Execution launch(Command command, Consumer<ExecResult> ended) {
        record(new Call.Start(id(), command));
        Playback playback = prepare(command);
        MockExecution execution = new MockExecution(playback, this);
        Thread player = new Thread(
                () -> execution.run(reader -> {
                    try {
                        ExecResult result = playback.play(reader);
                        ended.accept(result);
                        return result;
                    } finally {
                        running.remove(playback);
                    }
                }),
                "mock-command-" + id());
        player.setDaemon(true);
        player.start();
        return execution;
    }

    private Playback prepare(Command command) {
        int nth = commands.incrementAndGet();
        if (nth == provider.settings().deadlyCommand) {
            die("it died at command " + nth + ", as scripted");
        }
        command.cwd().ifPresent(memory::requireDirectory);
        Playback playback = new Playback(command, provider.answerTo(command), this);
        running.add(playback);
        if (state() == SandboxState.DESTROYED) {
            playback.cut(Signal.KILL);
        }
        return playback;
    }

    @Override
    public SandboxFiles files() {
        requireAlive();
        return files;
    }

    @Override
    protected InetSocketAddress reach(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    @Override
    protected void hold() {
        record(new Call.Stop(id()));
    }

    @Override
    protected void letGo() {
        record(new Call.Resume(id()));
    }

    @Override
    protected Snapshot save(SnapshotOptions options) {
        record(new Call.Save(id()));
        return provider.kept()
                .save(new Snapshot.Origin(info().provider(), info().runsOn().version(), id()), memory, options);
    }

    @Override
    protected Usage measure() {
        return provider.settings().usage.get();
    }

    @Override
    protected List<NetworkAttempt> attempts() {
        return provider.settings().attempts.get();
    }

    @Override
    protected void release() {
        record(new Call.Destroy(id()));
        running.forEach(playback -> playback.cut(Signal.KILL));
    }

    @Override
    public Pacer pacer() {
        return provider.settings().pacer;
    }

    @Override
    public void writeFile(String path, String text) {
        memory.write(path, text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void die(String reason) {
        destroy(reason);
        requireAlive();
    }

    void kill(String reason) {
        destroy(reason);
    }

    void insistOnLife() {
        requireAlive();
    }

    void record(Call call) {
        provider.record(call);
    }

    SandboxInterruptedException interrupted(Command command) {
        return new SandboxInterruptedException(fault("Interrupted while waiting for: " + command));
    }

    private void admitFile(String operation, String path) {
        requireRunning();
        record(new Call.File(id(), operation, path));
    }
}
