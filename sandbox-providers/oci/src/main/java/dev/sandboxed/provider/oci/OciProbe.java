package dev.sandboxed.provider.oci;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.api.spi.SandboxIds;
import dev.sandboxed.folder.store.FolderRemoval;
import dev.sandboxed.folder.store.SandboxStore;
import dev.sandboxed.process.posix.HostPlatform;
import dev.sandboxed.provider.oci.bundle.BundleFolder;
import dev.sandboxed.provider.oci.bundle.ContainerConfig;
import dev.sandboxed.provider.oci.bundle.Kind;
import dev.sandboxed.provider.oci.cgroup.ControlGroup;
import dev.sandboxed.provider.oci.container.Container;
import dev.sandboxed.provider.oci.container.RuntimeProgram;
import dev.sandboxed.provider.oci.network.PrivateNetwork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * Finds out whether containers can be run here, by running one.
 *
 * @param kind what shall run it
 * @param state the state folder
 * @param store what is in it
 * @param program finds the program, or says why there is none
 * @param carrier what carries packets between a container and the host, if that can be done here
 */
record OciProbe(Kind kind, Path state, SandboxStore store, Supplier<RuntimeProgram> program, Optional<Path> carrier) {

    private static final int SECRET = 42;
    private static final Duration PATIENCE = Duration.ofMillis(900);

    ProviderStatus status() {
        Deadline deadline = Deadline.in(PATIENCE);
        if (HostPlatform.current() != HostPlatform.LINUX) {
            return new ProviderStatus.Unavailable(
                    "containers are supported on Linux only, and this is " + HostPlatform.description(),
                    "run the tests on Linux");
        }
        boolean root = HostPlatform.isRoot();
        if (!root && !kind.worksWithoutRoot()) {
            return new ProviderStatus.Unavailable(
                    "it takes root to make containers without a daemon, and this is user " + HostPlatform.userId(),
                    "run the tests as root, or use another provider, such as docker or bubblewrap");
        }
        Optional<String> unusable = store.whyUnusable();
        if (unusable.isPresent()) {
            return new ProviderStatus.Unavailable(unusable.get(), SandboxStore.REMEDY);
        }
        if (root && ControlGroup.controllers().isEmpty()) {
            return new ProviderStatus.Unavailable(
                    "no control groups are mounted at /sys/fs/cgroup", "mount -t cgroup2 none /sys/fs/cgroup");
        }
        try {
            return attempt(program.get(), deadline);
        } catch (ProviderUnavailableException e) {
            return new ProviderStatus.Unavailable(e.what(), e.remedy().orElse(""));
        } catch (IOException | SandboxException e) {
            return new ProviderStatus.Unavailable(
                    "a container for a test could not be run: " + e.getMessage(),
                    "free space in the folder for temporary files, and look at what is said");
        }
    }

    private ProviderStatus attempt(RuntimeProgram found, Deadline deadline) throws IOException {
        String id = SandboxIds.next(kind.provider() + "-probe");
        Path folder = Files.createTempDirectory("sandboxed-probe").toRealPath();
        try {
            ControlGroup group = new ControlGroup(id);
            ContainerConfig config = new ContainerConfig(
                    kind, SandboxSpec.defaults(), new BundleFolder(folder), group.path(), null, null);
            config.write(List.of("/bin/sh", "-c", "exit " + SECRET), false);
            Container container = Container.start(id, found, config, group);
            OptionalInt code = container.first().exitCode(deadline.remaining());
            container.remove();
            return code.isPresent() && code.getAsInt() == SECRET
                    ? new ProviderStatus.Available(
                            found.version(),
                            Map.of(
                                    "program", found.file().toString(),
                                    "flags", String.join(" ", found.flags()),
                                    "state", state.toString(),
                                    "network", network()))
                    : refused(found, code, container.first().firstWords());
        } finally {
            FolderRemoval.remove(folder);
        }
    }

    private String network() {
        return carrier.map(file -> "none, or full through " + file)
                .orElse("none; for full: " + (HostPlatform.isRoot() ? PrivateNetwork.REMEDY : "run the tests as root"));
    }

    private static ProviderStatus refused(RuntimeProgram program, OptionalInt code, String said) {
        String how = code.isEmpty() ? "took longer than " + PATIENCE : "ended with code " + code.getAsInt();
        return new ProviderStatus.Unavailable(
                "a container that should exit with code " + SECRET + " was run with '" + program.file() + "' and " + how
                        + (said.isBlank() ? "" : ": " + said),
                "run the tests where containers may be made: as root, with control groups, and not in a container that"
                        + " forbids it");
    }
}
