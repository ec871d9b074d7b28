package dev.sandboxed.provider.local.internal.proot;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.provision.Requirement;
import dev.sandboxed.api.provision.Source;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.folder.files.RootedPaths;
import dev.sandboxed.folder.provider.Beginning;
import dev.sandboxed.folder.provider.RecordedSandboxProvider;
import dev.sandboxed.folder.rootfs.RootfsCache;
import dev.sandboxed.folder.store.SandboxRecord;
import dev.sandboxed.folder.store.SandboxStore;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.provider.local.internal.subprocess.ProcessLimits;
import dev.sandboxed.provider.local.internal.subprocess.ShellVariables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Runs commands as processes of the same user that see a root file system of their own. PRoot traces them and translates
 * every path, for which it needs no privilege, no namespace and no daemon.
 *
 * <p>Without an image they see the programs of the host, an empty workdir and a {@code /tmp} of their own, and nothing else
 * of its files. With one, named by the spec or by the setting {@code sandbox.proot.image}, they see a copy of that: it is
 * the absolute path of a folder with a root file system, of a tar of one or of what {@code docker save} wrote, or the name
 * of an image to fetch. What has to be unpacked is unpacked once, into the cache that all providers of a user share.
 *
 * <p>It keeps accidents away, not attackers: processes of the host are seen and can be signalled, and threads that change a
 * path while PRoot looks at it get past it. Root can write to the programs of the host that it sees, so for root this is
 * no isolation of files unless the setting names an image. System calls that are newer than Linux 5.1 are refused inside,
 * as by an older kernel. No release of PRoot up to 5.4 takes names of 255 bytes, the longest that Linux has; the status
 * tells how long they can be.
 */
public final class ProotProvider extends RecordedSandboxProvider {

    /** The name of the provider. */
    public static final String NAME = "proot";

    private static final String PROGRAM_SETTING = "proot";
    private static final String IMAGE_SETTING = "image";
    private static final String USUAL_PROGRAM = "/usr/bin/proot";
    private static final FileAttribute<?> OURS_ALONE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final boolean root = HostPlatform.isRoot();
    private final ProotProgram program;
    private final RootfsCache images;

    public ProotProvider(ProviderContext context) {
        super(NAME, context);
        this.program = new ProotProgram(Path.of(context.settings().getOrDefault(PROGRAM_SETTING, USUAL_PROGRAM))
                .toAbsolutePath());
        this.images = RootfsCache.beside(context);
    }

    @Override
    public Capabilities capabilities() {
        Set<Capability> features = EnumSet.of(
                Capability.STREAMING,
                Capability.TERMINAL,
                Capability.PAUSE,
                Capability.USAGE,
                Capability.SNAPSHOT,
                Capability.CONNECT,
                Capability.IMAGE,
                Capability.NETWORK_FULL);
        features.addAll(ProcessLimits.enforced(true, root));
        boolean ownFiles = !root || context().settings().containsKey(IMAGE_SETTING);
        return new Capabilities(
                ownFiles ? Isolation.FILESYSTEM : Isolation.PROCESS,
                features,
                List.of(
                        Requirement.Program.of("proot", "the view of the files", Source.Packages.onLinux("proot")),
                        Requirement.Program.of(
                                "perl",
                                "the filter of system calls, and how a command has ended",
                                Source.Packages.onLinux("perl"))),
                Duration.ofMillis(30));
    }

    @Override
    public ProviderStatus status() {
        if (HostPlatform.current() != HostPlatform.LINUX) {
            return new ProviderStatus.Unavailable(
                    "PRoot traces processes of Linux, and this is " + HostPlatform.description(),
                    "run the tests on Linux, for example in WSL");
        }
        Optional<String> unusable = store().whyUnusable();
        return unusable.isPresent()
                ? new ProviderStatus.Unavailable(unusable.get(), SandboxStore.REMEDY)
                : program.status(Map.of("state", stateFolder()));
    }

    /** Beside the root there is a folder for what PRoot and we need meanwhile. */
    @Override
    protected AbstractSandbox begin(Beginning beginning) throws IOException {
        Creation creation = beginning.creation();
        RootedPaths paths = new RootedPaths(
                Files.createDirectory(beginning.folder().resolve("root")),
                creation.spec().workdir());
        Optional<ImageFolder> image = beginning.fill(paths, this::fill);
        ShellVariables.requireIn(creation.spec(), NAME);
        Path scratch = Files.createDirectory(beginning.folder().resolve("proot"), OURS_ALONE);
        List<String> view = image.isPresent() ? RootView.ofImage(paths) : RootView.ofHost(paths);
        creation.deadline().check("showing it its files");
        ProotSandbox.Inner inner = new ProotSandbox.Inner(
                program.tracing(scratch, view),
                image.map(folder -> folder.rootfs().env()).orElse(Map.of()));
        SandboxInfo info = info(beginning.record(), beginning.folder());
        ProotSandbox sandbox = new ProotSandbox(beginning, info, capabilities(), paths, inner);
        sandbox.requireShell();
        return sandbox;
    }

    /** Copies the image, of which a snapshot may have left out what was not changed, and returns it if there is one. */
    private Optional<ImageFolder> fill(Creation creation, RootedPaths paths, boolean restored) throws IOException {
        Optional<ImageFolder> image = creation.spec()
                .image()
                .or(() -> Optional.ofNullable(context().settings().get(IMAGE_SETTING)))
                .map(name -> new ImageFolder(name, images.get(name)));
        if (image.isPresent() && restored) {
            image.get().complete(paths, creation);
        } else if (image.isPresent()) {
            image.get().copyTo(paths.root(), creation);
        }
        return image;
    }

    @Override
    protected Optional<SandboxInfo> describe(SandboxRecord record) {
        return Optional.of(info(record, store().folderOf(record.id())));
    }

    private SandboxInfo info(SandboxRecord record, Path folder) {
        return record.info(
                new SandboxInfo.RunsOn(NAME, program.version(), capabilities().isolation()), folder.toString());
    }
}
