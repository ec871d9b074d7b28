package dev.sandboxed.provider.local.proot;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.HostRequirement;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.folder.files.RootedPaths;
import dev.sandboxed.folder.rootfs.RootfsCache;
import dev.sandboxed.folder.store.SandboxStore;
import dev.sandboxed.linux.libc.HostPlatform;
import dev.sandboxed.provider.local.subprocess.FolderProvider;
import dev.sandboxed.provider.local.subprocess.ProcessLimits;
import dev.sandboxed.provider.local.subprocess.ShellVariables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;

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
public final class ProotProvider extends FolderProvider {

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
    /** What the files of a sandbox come from, while it is made: finding an archive in the cache means reading all of it. */
    private final Map<Creation, ImageFolder> filling = Collections.synchronizedMap(new WeakHashMap<>());

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
                        new HostRequirement("proot", "the view of the files"),
                        new HostRequirement("perl", "the filter of system calls, and how a command has ended")),
                Duration.ofMillis(30),
                null);
    }

    @Override
    public ProviderStatus status() {
        if (HostPlatform.current() != HostPlatform.LINUX) {
            return new ProviderStatus.Unavailable(
                    "PRoot traces processes of Linux, and this is " + HostPlatform.description(),
                    "run the tests on Linux, for example in WSL");
        }
        Optional<String> unusable = whyUnusable();
        return unusable.isPresent()
                ? new ProviderStatus.Unavailable(unusable.get(), SandboxStore.REMEDY)
                : program.status(Map.of("state", stateFolder()));
    }

    @Override
    protected String runtimeVersion() {
        return program.version();
    }

    /** Beside the root there is a folder for what PRoot and we need meanwhile. */
    @Override
    protected Path rootIn(Path folder) {
        return folder.resolve("root");
    }

    private Optional<ImageFolder> image(Creation creation) {
        return creation.spec()
                .image()
                .or(() -> Optional.ofNullable(context().settings().get(IMAGE_SETTING)))
                .map(image -> imageFor(creation, image));
    }

    private ImageFolder imageFor(Creation creation, String image) {
        ImageFolder known = filling.get(creation);
        if (known == null) {
            known = new ImageFolder(image, images.get(image));
            filling.put(creation, known);
        }
        return known;
    }

    @Override
    protected void fill(Creation creation, RootedPaths paths) throws IOException {
        Optional<ImageFolder> image = image(creation);
        if (image.isPresent()) {
            image.get().copyTo(paths.root(), creation);
        }
    }

    @Override
    protected AbstractSandbox open(Creation creation, SandboxInfo info, Home home) throws IOException {
        ShellVariables.requireIn(creation.spec(), NAME);
        RootedPaths paths = home.paths();
        Path scratch = Files.createDirectory(paths.root().resolveSibling("proot"), OURS_ALONE);
        Optional<ImageFolder> image = image(creation);
        if (image.isPresent()) {
            image.get().complete(paths, creation);
        }
        List<String> view = image.isPresent() ? RootView.ofImage(paths) : RootView.ofHost(paths);
        creation.deadline().check("showing it its files");
        ProotSandbox.Inner inner = new ProotSandbox.Inner(
                program.tracing(scratch, view),
                image.map(folder -> folder.rootfs().env()).orElse(Map.of()));
        ProotSandbox sandbox = new ProotSandbox(creation, info, capabilities(), home, inner);
        sandbox.requireShell();
        return sandbox;
    }
}
