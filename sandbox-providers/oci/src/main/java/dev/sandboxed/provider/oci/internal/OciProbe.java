package dev.sandboxed.provider.oci.internal;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.api.spi.SandboxIds;
import dev.sandboxed.folder.internal.disk.SizedFolder;
import dev.sandboxed.folder.internal.store.FolderRemoval;
import dev.sandboxed.folder.store.SandboxRecord;
import dev.sandboxed.folder.store.SandboxStore;
import dev.sandboxed.linux.internal.cgroup.ControlGroup;
import dev.sandboxed.linux.internal.cgroup.ControlGroups;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.network.internal.NetworkTools;
import dev.sandboxed.provider.oci.internal.bundle.BundleFolder;
import dev.sandboxed.provider.oci.internal.bundle.ContainerConfig;
import dev.sandboxed.provider.oci.internal.container.Container;
import dev.sandboxed.provider.oci.internal.container.RuntimeProgram;
import dev.sandboxed.provider.oci.internal.kernel.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Finds out whether containers can be run here, by running one.
 *
 * @param kind what shall run it
 * @param context where to find programs, and the state folder
 * @param store what is in that folder
 * @param program finds the program within a time, or says why there is none
 */
record OciProbe(Kind kind, ProviderContext context, SandboxStore store, Function<Duration, RuntimeProgram> program) {

    private static final int SECRET = 42;
    private static final int SECRET_OF_AN_OLD_KERNEL = 43;

    /** The kernel inside may be one that does not know how programs ask for files today. */
    private static final String LOOK_FOR_FILES =
            "case $(ls -ld / 2>&1) in *'Invalid argument'*) exit " + SECRET_OF_AN_OLD_KERNEL + ";; esac; ";

    private static final String OLD_KERNEL = "programs that ask for files with statx, as ls and stat do, are told"
            + " 'Invalid argument', whether the file is there or not; newer versions know that call: install one";

    private static final String WHEN_LATE = "look what else this machine computes, and try again";
    private static final String WHEN_REFUSED =
            "run the tests where containers may be made: as root, with control groups, and not in a container that forbids"
                    + " it";

    /** An answer is due within a second, and the container of the trial must be removed before that. */
    private static final Duration PATIENCE = Duration.ofMillis(750);

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
        if (root && !ControlGroups.ofRuntimes().exist()) {
            return new ProviderStatus.Unavailable(
                    "no control groups are mounted at " + ControlGroups.MOUNT, ControlGroups.REMEDY);
        }
        try {
            return attempt(program.apply(deadline.remaining()), deadline);
        } catch (ProviderUnavailableException e) {
            return new ProviderStatus.Unavailable(e.what(), e.remedy().orElse(""));
        } catch (IOException | SandboxException e) {
            return new ProviderStatus.Unavailable(
                    "a container for a test could not be run: " + e.getMessage(),
                    "free space in the folder for temporary files, and look at what is said");
        }
    }

    private ProviderStatus attempt(RuntimeProgram found, Deadline deadline) throws IOException {
        String id = SandboxIds.next(prefix(kind));
        Path folder = folder(id);
        try {
            ControlGroup group = ControlGroups.ofRuntimes().of(id);
            BundleFolder bundle = new BundleFolder(folder);
            Files.createDirectory(bundle.files());
            ContainerConfig config =
                    new ContainerConfig(kind, SandboxSpec.defaults(), bundle, group.path(), null, null);
            config.write(List.of("/bin/sh", "-c", LOOK_FOR_FILES + "exit " + SECRET), false);
            Container container = Container.start(id, found, config, group);
            OptionalInt code = container.first().exitCode(deadline.remaining());
            container.remove();
            boolean old = code.equals(OptionalInt.of(SECRET_OF_AN_OLD_KERNEL));
            return old || code.equals(OptionalInt.of(SECRET))
                    ? new ProviderStatus.Available(found.version(), details(found, old))
                    : refused(found, code, container.first().firstWords());
        } finally {
            FolderRemoval.remove(folder);
            store.remove(id);
        }
    }

    /**
     * Creates a folder for a container, recorded as that of a sandbox is, so that it is reaped if we are killed. Where nobody has
     * kept anything yet nothing shall be made for a mere look either.
     */
    private Path folder(String id) throws IOException {
        return Files.isDirectory(context.stateDirectory().resolve("records"))
                ? store.create(SandboxRecord.of(id, context.owner(), SandboxSpec.defaults()))
                : Files.createTempDirectory("sandboxed-probe").toRealPath();
    }

    /** Returns whether a record is that of a trial, and not of a sandbox that anybody asked for. */
    static boolean isTrial(Kind kind, String id) {
        return id.startsWith(prefix(kind));
    }

    private static String prefix(Kind kind) {
        return kind.provider() + "-probe";
    }

    private Map<String, String> details(RuntimeProgram found, boolean old) {
        Map<String, String> details = new TreeMap<>(Map.of(
                "program", found.file().toString(),
                "flags", String.join(" ", found.flags()),
                "state", context.stateDirectory().toString(),
                "disk", SizedFolder.describe(),
                "network", NetworkTools.describe(context)));
        if (old) {
            details.put("limits", OLD_KERNEL);
        }
        return details;
    }

    private static ProviderStatus refused(RuntimeProgram program, OptionalInt code, String said) {
        String how = code.isEmpty()
                ? "took longer than " + PATIENCE.toMillis() + " ms"
                : "ended with code " + code.getAsInt();
        return new ProviderStatus.Unavailable(
                "a container that should exit with code " + SECRET + " was run with '" + program.file() + "' and " + how
                        + (said.isBlank() ? "" : ": " + said),
                code.isEmpty() ? WHEN_LATE : WHEN_REFUSED);
    }
}
