package folderprovider;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.provision.Requirement;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.SandboxIds;
import dev.sandboxed.folder.files.RootedPaths;
import dev.sandboxed.folder.provider.Beginning;
import dev.sandboxed.folder.provider.Filling;
import dev.sandboxed.folder.provider.RecordedSandboxProvider;
import dev.sandboxed.folder.store.SandboxRecord;
import dev.sandboxed.folder.store.SandboxStore;
import dev.sandboxed.process.HostPrograms;
import dev.sandboxed.process.Launch;
import dev.sandboxed.process.ProcessRunner;
import dev.sandboxed.process.ProcessScope;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Makes sandboxes that are folders. The base class keeps a record of each with its owner, and brings what follows from
 * that: {@code list}, {@code connect}, {@code reap}, snapshots, and the removal of what a failed creation left.
 */
final class FolderProvider extends RecordedSandboxProvider {

    static final String NAME = "folder";

    /** Asked for once: the system does not change while this process lives. */
    private volatile String system = "";

    FolderProvider(ProviderContext context) {
        super(NAME, context);
    }

    /** Returns what is enforced, and nothing else: the base class refuses every spec that asks for more. */
    @Override
    public Capabilities capabilities() {
        return Capabilities.of(
                        Isolation.PROCESS,
                        Capability.STREAMING,
                        Capability.SNAPSHOT,
                        Capability.PAUSE,
                        Capability.USAGE,
                        Capability.CONNECT,
                        // Plain processes have the host's network without anybody doing anything for it.
                        Capability.NETWORK_FULL)
                .withRequirements(Requirement.of("Linux", "finds the processes of a sandbox in /proc"));
    }

    /** Returns what came of trying. It is tried each time, so that the status recovers when the host does. */
    @Override
    public ProviderStatus status() {
        Optional<String> unusable = store().whyUnusable();
        if (unusable.isPresent()) {
            return new ProviderStatus.Unavailable(unusable.get(), SandboxStore.REMEDY);
        }
        try {
            String found = uname();
            return found.startsWith("Linux ")
                    ? new ProviderStatus.Available(found, Map.of("state", stateFolder()))
                    : new ProviderStatus.Unavailable(
                            "processes are found in Linux's /proc, and this is " + found,
                            "run the tests on Linux, for example in WSL");
        } catch (SandboxException | LinkageError e) {
            return new ProviderStatus.Unavailable(
                    "no process can be started: " + e.getMessage(),
                    "use a Linux with the GNU C library 2.29 or newer");
        }
    }

    /** Returns the version of the runtime, which here is the system. To ask it is to run a command: that proves it. */
    private static String uname() {
        Command command = Command.of("uname", "-sr").timeout(Duration.ofMillis(900));
        ProcessScope scope = new ProcessScope(SandboxIds.next(NAME + "-probe"));
        Map<String, String> env = Map.of("PATH", HostPrograms.USUAL_PATH);
        Launch launch = new Launch(command, command.argv(), env, Path.of("/"), scope);
        return ProcessRunner.run(launch).orThrow().stdout().strip();
    }

    /** Makes a sandbox in its folder, which is empty. Whatever is thrown here, the base class removes what was made. */
    @Override
    protected AbstractSandbox begin(Beginning beginning) throws IOException {
        RootedPaths paths = new RootedPaths(
                beginning.folder(), beginning.creation().spec().workdir());
        // Restores a snapshot, if there is one, and makes the workdir and /tmp. Another filling would add an image.
        beginning.fill(paths, Filling.EMPTY);
        return new FolderSandbox(beginning, info(beginning.record()), capabilities(), paths);
    }

    /** Describes a sandbox of another process, of which there is only the record. */
    @Override
    protected Optional<SandboxInfo> describe(SandboxRecord record) {
        return Optional.of(info(record));
    }

    private SandboxInfo info(SandboxRecord record) {
        if (system.isEmpty()) {
            system = uname();
        }
        return record.info(
                new SandboxInfo.RunsOn(NAME, system, Isolation.PROCESS),
                store().folderOf(record.id()).toString());
    }
}
