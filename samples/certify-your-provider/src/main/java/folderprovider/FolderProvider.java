package folderprovider;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.HostRequirement;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.AbstractSandboxProvider;
import dev.sandboxed.api.spi.Creation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes sandboxes that are folders. Its runtime is Perl, which supervises the commands. */
final class FolderProvider extends AbstractSandboxProvider {

    static final String NAME = "folder";

    private static final String REMEDY =
            "install Perl (on Debian: apt-get install perl-base), or say where it is with sandbox.folder.perl";

    private final Supervisor supervisor;
    private final Store store;

    FolderProvider(ProviderContext context) {
        super(NAME, context);
        this.supervisor = new Supervisor(Path.of(context.settings().getOrDefault("perl", "/usr/bin/perl")));
        this.store = new Store(context.stateDirectory());
    }

    /** The host's network is there without doing anything for it. Whatever else there is would have to be enforced. */
    @Override
    public Capabilities capabilities() {
        return Capabilities.of(Isolation.PROCESS, Capability.NETWORK_FULL)
                .withRequirements(
                        new HostRequirement("perl", "supervises commands"),
                        new HostRequirement("/proc", "finds the processes of a sandbox"));
    }

    @Override
    public ProviderStatus status() {
        try {
            return new ProviderStatus.Available(
                    supervisor.version(),
                    Map.of("state", context().stateDirectory().toString()));
        } catch (IOException e) {
            return new ProviderStatus.Unavailable(e.getMessage(), REMEDY);
        }
    }

    @Override
    protected AbstractSandbox launch(Creation creation) throws IOException {
        ProcessMark.refuse(creation.spec().env());
        ProcessMark.refuse(creation.spec().secrets());
        Instant now = Instant.now();
        SandboxInfo info = new SandboxInfo(
                creation.id(),
                new SandboxInfo.RunsOn(NAME, runtime(), Isolation.PROCESS),
                store.folder(creation.id()).toString(),
                SandboxState.RUNNING,
                context().owner(),
                creation.spec().labels(),
                now,
                creation.spec().timeToLive().map(now::plus));
        creation.deadline().check("folder");
        FolderSandbox.Home home = new FolderSandbox.Home(store.create(info), supervisor, () -> discard(creation.id()));
        return new FolderSandbox(creation, info, capabilities(), home);
    }

    private String runtime() {
        try {
            return supervisor.version();
        } catch (IOException e) {
            throw new ProviderUnavailableException(
                    Fault.of(e.getMessage()).provider(NAME).remedy(REMEDY).cause(e));
        }
    }

    @Override
    public List<SandboxInfo> list() {
        return records().stream()
                .filter(info -> info.owner().isAlive() && store.exists(info.id()))
                .toList();
    }

    @Override
    public ReapReport reap() {
        List<String> removed = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        for (SandboxInfo info : records()) {
            if (info.owner().isAlive()) {
                continue;
            }
            try {
                discard(info.id());
                removed.add(info.id());
            } catch (SandboxTransportException e) {
                failures.add(e.getMessage());
            }
        }
        return new ReapReport(removed, failures);
    }

    private List<SandboxInfo> records() {
        try {
            return store.list();
        } catch (IOException e) {
            throw new SandboxTransportException(Fault.of("Cannot read the records of sandboxes: " + e)
                    .provider(NAME)
                    .remedy("make " + context().stateDirectory() + " readable, or delete what is in it")
                    .cause(e));
        }
    }

    /** For creations that failed, sandboxes that are closed, and those that a dead owner left. */
    @Override
    protected void discard(String id) {
        try {
            store.remove(id);
        } catch (IOException e) {
            throw new SandboxTransportException(Fault.of("Cannot remove what is left of the sandbox: " + e)
                    .provider(NAME)
                    .sandbox(id)
                    .remedy("end what it names, and delete " + store.folder(id) + " by hand")
                    .cause(e));
        }
    }
}
