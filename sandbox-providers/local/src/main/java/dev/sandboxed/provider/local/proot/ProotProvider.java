package dev.sandboxed.provider.local.proot;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.HostRequirement;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.folder.files.RootedPaths;
import dev.sandboxed.folder.store.FolderRemoval;
import dev.sandboxed.folder.store.SandboxStore;
import dev.sandboxed.process.Launch;
import dev.sandboxed.process.ProcessRunner;
import dev.sandboxed.process.ProcessScope;
import dev.sandboxed.process.posix.HostPlatform;
import dev.sandboxed.provider.local.subprocess.FolderProvider;
import dev.sandboxed.provider.local.subprocess.ProcessLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs commands as processes of the same user that see a root file system of their own. PRoot traces them and translates
 * every path, for which it needs no privilege, no namespace and no daemon.
 *
 * <p>Without an image they see the programs of the host, an empty workdir and a {@code /tmp} of their own, and nothing else
 * of its files. With one, which is a folder of the host given by its absolute path in the spec's image or in the setting
 * {@code sandbox.proot.image}, they see a copy of that.
 *
 * <p>It keeps accidents away, not attackers: processes of the host are seen and can be signalled, and threads that change a
 * path while PRoot looks at it get past it. Root can write to the programs of the host that it sees, so for root this is
 * no isolation of files unless the setting names an image. System calls that are newer than Linux 5.1 are refused inside,
 * as by an older kernel.
 */
public final class ProotProvider extends FolderProvider {

    /** The name of the provider. */
    public static final String NAME = "proot";

    private static final String PROGRAM_SETTING = "proot";
    private static final String IMAGE_SETTING = "image";
    private static final Path USUAL_PROGRAM = Path.of("/usr/bin/proot");
    private static final Pattern VERSION = Pattern.compile("(\\d+\\.\\d+[\\w.-]*)");
    static final String TOOLS = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    private static final Duration PROBE = Duration.ofMillis(450);
    private static final String REMEDY = "install PRoot, for example with: apt-get install proot perl-base";

    private final boolean root = HostPlatform.isRoot();
    private volatile String version = "";

    public ProotProvider(ProviderContext context) {
        super(NAME, context);
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
        if (unusable.isPresent()) {
            return new ProviderStatus.Unavailable(unusable.get(), SandboxStore.REMEDY);
        }
        if (!Files.isExecutable(program())) {
            return new ProviderStatus.Unavailable("PRoot is not installed as '" + program() + "'", REMEDY);
        }
        try {
            List<String> view = Tracing.begin(program());
            view.addAll(List.of("-b", "/bin:/tmp"));
            view.addAll(Tracing.inside(List.of("/bin/sh", "-c", "[ -e /tmp/sh ] && exit 42")));
            ExecResult seen = probeInScratch(view);
            return seen.exitCode() == 42
                    ? new ProviderStatus.Available(runtimeVersion(), Map.of("state", stateFolder()))
                    : new ProviderStatus.Unavailable(
                            "a shell that PRoot was to show another /tmp " + seen.ending()
                                    + " instead of exiting with code 42: "
                                    + seen.stderr().strip(),
                            REMEDY + "; and allow processes to be traced (sysctl kernel.yama.ptrace_scope=1, or in a"
                                    + " container --cap-add=SYS_PTRACE)");
        } catch (IOException e) {
            return new ProviderStatus.Unavailable(
                    "no temporary folder can be made and removed: " + e, "make room in the folder for temporary files");
        } catch (SandboxException | LinkageError e) {
            return new ProviderStatus.Unavailable("no process can be started: " + e.getMessage(), REMEDY);
        }
    }

    /** On a busy host PRoot is killed before it has removed its own files. */
    private static ExecResult probeInScratch(List<String> argv) throws IOException {
        Path scratch = Files.createTempDirectory("sandboxed-proot-");
        try {
            return probe(argv, Map.of("PATH", TOOLS, Tracing.FOLDER_VARIABLE, scratch.toString()));
        } finally {
            FolderRemoval.remove(scratch);
        }
    }

    private static ExecResult probe(List<String> argv, Map<String, String> env) {
        Command probe = Command.of(argv).timeout(PROBE);
        return ProcessRunner.run(new Launch(probe, argv, env, Path.of("/"), new ProcessScope(NAME + "-probe")));
    }

    /** Asked once: it is part of what every sandbox tells about itself. */
    @Override
    protected String runtimeVersion() {
        if (version.isEmpty()) {
            Matcher told = VERSION.matcher(probe(List.of(program().toString(), "--version"), Map.of("PATH", TOOLS))
                    .stdout());
            version = told.find() ? "PRoot " + told.group(1) : "PRoot";
        }
        return version;
    }

    private Path program() {
        String named = context().settings().get(PROGRAM_SETTING);
        return named == null ? USUAL_PROGRAM : Path.of(named).toAbsolutePath();
    }

    /** Beside the root there is a folder for what PRoot and we need meanwhile. */
    @Override
    protected Path rootIn(Path folder) {
        return folder.resolve("root");
    }

    private Optional<String> image(SandboxSpec spec) {
        return spec.image().or(() -> Optional.ofNullable(context().settings().get(IMAGE_SETTING)));
    }

    @Override
    protected void fill(Creation creation, RootedPaths paths) throws IOException {
        Optional<String> image = image(creation.spec());
        if (image.isPresent()) {
            ImageFolder.of(image.get()).copyTo(paths.root(), creation);
        }
    }

    @Override
    protected AbstractSandbox open(Creation creation, SandboxInfo info, Home home) throws IOException {
        RootedPaths paths = home.paths();
        Path scratch = Files.createDirectories(paths.root().resolveSibling("proot"));
        Optional<String> image = image(creation.spec());
        if (image.isPresent()) {
            ImageFolder.of(image.get()).complete(paths.root(), creation);
        }
        List<String> view = image.isPresent() ? RootView.ofImage(paths) : RootView.ofHost(paths);
        ProotSandbox sandbox =
                new ProotSandbox(creation, info, capabilities(), home, new Tracing(program(), scratch, view));
        sandbox.requireShell();
        return sandbox;
    }
}
