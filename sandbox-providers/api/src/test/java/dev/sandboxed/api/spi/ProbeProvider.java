package dev.sandboxed.api.spi;

import dev.sandboxed.api.Owner;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.event.SandboxListener;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** The least provider that the base class allows; tests replace what they are about. */
class ProbeProvider extends AbstractSandboxProvider {

    final List<String> discarded = new CopyOnWriteArrayList<>();
    final List<ProbeSandbox> launched = new CopyOnWriteArrayList<>();
    final List<String> shutDowns = new CopyOnWriteArrayList<>();
    Capabilities capabilities = Capabilities.of(Isolation.PROCESS, Capability.PAUSE, Capability.STREAMING);
    Step beforeLaunch = () -> {};
    Runnable release = () -> {};
    Runnable onDiscard = () -> {};

    ProbeProvider(SandboxListener listener) {
        super("probe", ProviderContext.in(Path.of("unused")).withListener(listener));
    }

    /** Something that may fail. */
    @FunctionalInterface
    interface Step {
        void run() throws IOException;
    }

    @Override
    protected AbstractSandbox launch(Creation creation) throws IOException {
        beforeLaunch.run();
        SandboxInfo identity = new SandboxInfo(
                creation.id(),
                new SandboxInfo.RunsOn(name(), "1", Isolation.PROCESS),
                "native",
                SandboxState.RUNNING,
                Owner.current(),
                creation.spec().labels(),
                Instant.now(),
                Optional.empty());
        ProbeSandbox sandbox = new ProbeSandbox(creation, identity, capabilities, release);
        launched.add(sandbox);
        return sandbox;
    }

    @Override
    protected void discard(String id) {
        discarded.add(id);
        onDiscard.run();
    }

    @Override
    protected Set<String> knownOptions() {
        return Set.of("probe.known");
    }

    @Override
    protected void shutDown() {
        shutDowns.add("after " + list().size() + " left alive");
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public ProviderStatus status() {
        return new ProviderStatus.Available("1", Map.of());
    }

    @Override
    public List<SandboxInfo> list() {
        return liveInfos();
    }

    @Override
    public ReapReport reap() {
        return new ReapReport(List.of(), List.of());
    }

    @Override
    public Sandbox connect(String id) {
        return liveOrThrow(id);
    }
}
