package dev.sandboxed.provider.oci.internal.bundle;

import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.folder.internal.files.UnixMode;
import dev.sandboxed.folder.internal.store.JsonTree;
import dev.sandboxed.folder.rootfs.Rootfs;
import dev.sandboxed.guest.exec.SupervisorScript;
import dev.sandboxed.linux.internal.host.HostSystem;
import dev.sandboxed.linux.internal.host.KernelFiles;
import dev.sandboxed.linux.internal.proc.AddressSpace;
import dev.sandboxed.network.internal.NetworkRoom;
import dev.sandboxed.process.HostPrograms;
import dev.sandboxed.provider.oci.internal.kernel.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Describes a container and the processes in it, in the words of the OCI runtime specification.
 *
 * @param kind what shall run it
 * @param spec what was asked for
 * @param bundle where its files are
 * @param controlGroup the path of its control group
 * @param image what its root lies over; none for one that has the programs of the host
 * @param network what connects it with others; none for one that has nothing but loopback
 */
public record ContainerConfig(
        Kind kind,
        SandboxSpec spec,
        BundleFolder bundle,
        String controlGroup,
        @Nullable Rootfs image,
        @Nullable NetworkRoom network) {

    private static final String VERSION = "1.0.2";
    /** A host survives that many processes, and hardly any test needs more. */
    private static final int DEFAULT_PROCESSES = 1024;

    private static final int READABLE = 0644;
    private static final long CPU_PERIOD_MICROS = 100_000;

    private static final List<String> NAMESPACES = List.of("pid", "mount", "ipc", "uts", "cgroup");

    /**
     * Makes the root file system and writes the configuration.
     *
     * @param argv what the first process is
     * @param whole whether the files of another sandbox were put in place already, all of them
     * @throws dev.sandboxed.api.error.SandboxStartException if the spec's user is unknown
     * @throws IOException if something cannot be written
     */
    public void write(List<String> argv, boolean whole) throws IOException {
        Files.createDirectories(bundle.state());
        HostSystem host = image == null ? HostSystem.look(HostSystem.TOP, network != null) : HostSystem.none();
        if (image == null) {
            RootFolder root = new RootFolder(bundle, host);
            root.make(whole);
            root.makeWorkdir(spec, user());
        } else {
            new ImageView(this).prepare(image.root());
        }
        if (network != null) {
            Files.writeString(bundle.resolver(), NetworkRoom.RESOLVER);
            UnixMode.set(bundle.resolver(), READABLE);
        }
        Map<String, Object> config = new LinkedHashMap<>();
        config.put("ociVersion", VERSION);
        config.put("process", process(argv, SupervisorScript.environment(), user(), null));
        config.put("root", Map.of("path", shownRoot().toString(), "readonly", spec.readOnlyRoot()));
        config.put("hostname", "sandbox");
        config.put("mounts", new Mounts(this, host).written());
        config.put("linux", linux());
        Files.write(bundle.config(), JsonTree.bytes(config));
    }

    /**
     * Returns the command line that runs the container.
     *
     * @param argv that of the runtime
     */
    public List<String> runLine(List<String> argv) throws IOException {
        List<String> networked = network == null ? argv : kind.kernel().inNetwork(network.namespace(), argv);
        return image == null ? networked : new ImageView(this).before(networked, user());
    }

    /** Returns who the first process is. */
    private Account user() {
        return Account.of(spec.user().orElse(null), files());
    }

    /** Returns the root of the container as the host sees it. */
    public LayeredRoot files() {
        return new LayeredRoot(bundle.root(), image == null ? null : image.root());
    }

    /** Returns where the runtime finds the root. */
    Path shownRoot() {
        return image == null ? bundle.root() : bundle.shown();
    }

    /**
     * Describes a further process in a file.
     *
     * @param env variables in addition to those of the sandbox
     */
    public void writeProcess(
            Path file, List<String> argv, Map<String, String> env, Account user, @Nullable TerminalSize terminal)
            throws IOException {
        Files.write(file, JsonTree.bytes(process(argv, env, user, terminal)));
    }

    /** Secrets are left out: they come with each command. */
    private Map<String, Object> process(
            List<String> argv, Map<String, String> more, Account user, @Nullable TerminalSize terminal) {
        Map<String, String> env = new LinkedHashMap<>();
        env.put("PATH", HostPrograms.USUAL_PATH);
        env.put("LANG", "C.UTF-8");
        env.put("HOME", spec.workdir());
        if (terminal != null) {
            env.put("TERM", "xterm-256color");
        }
        if (image != null) {
            env.putAll(image.env());
        }
        env.putAll(spec.env());
        env.putAll(more);
        Map<String, Object> process = new LinkedHashMap<>();
        process.put("terminal", terminal != null);
        if (terminal != null) {
            process.put("consoleSize", Map.of("height", terminal.rows(), "width", terminal.columns()));
        }
        process.put("user", user.written());
        process.put("args", AddressSpace.limited(argv, spec.limits()));
        process.put(
                "env",
                env.entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .toList());
        // Where the supervisor goes from depends on the command; a workdir may have been removed meanwhile.
        process.put("cwd", "/");
        process.put("noNewPrivileges", true);
        process.put("capabilities", noCapabilities());
        process.put("rlimits", rlimits());
        return process;
    }

    private static Map<String, Object> noCapabilities() {
        Map<String, Object> none = new LinkedHashMap<>();
        Stream.of("bounding", "effective", "permitted", "inheritable", "ambient")
                .forEach(set -> none.put(set, List.of()));
        return none;
    }

    private List<Object> rlimits() {
        List<Object> rlimits = new ArrayList<>();
        rlimits.add(Map.of("type", "RLIMIT_CORE", "hard", 0, "soft", 0));
        spec.limits()
                .openFiles()
                .ifPresent(count -> rlimits.add(Map.of("type", "RLIMIT_NOFILE", "hard", count, "soft", count)));
        return rlimits;
    }

    private Map<String, Object> linux() {
        Map<String, Object> linux = new LinkedHashMap<>();
        linux.put("namespaces", namespaces());
        linux.put("cgroupsPath", controlGroup);
        linux.put("resources", resources(spec.limits()));
        linux.put("maskedPaths", KernelFiles.hidden());
        linux.put("readonlyPaths", KernelFiles.readOnly());
        kind.kernel().systemCallFilter().ifPresent(filter -> linux.put("seccomp", filter));
        return linux;
    }

    private List<Map<String, String>> namespaces() {
        List<Map<String, String>> all = new ArrayList<>();
        NAMESPACES.forEach(name -> all.add(Map.of("type", name)));
        all.add(
                network == null
                        ? Map.of("type", "network")
                        : Map.of("type", "network", "path", network.namespace().toString()));
        return all;
    }

    private Map<String, Object> resources(Limits limits) {
        Map<String, Object> resources = new LinkedHashMap<>();
        resources.put("devices", List.of(Map.of("allow", false, "access", "rwm")));
        if (kind.kernel().countsProcesses()) {
            resources.put("pids", Map.of("limit", limits.processes().orElse(DEFAULT_PROCESSES)));
        }
        // Without swap: else a limit of memory would only make it slow.
        limits.memory().ifPresent(size -> resources.put("memory", Map.of("limit", size.bytes(), "swap", size.bytes())));
        limits.cpus()
                .ifPresent(cpus -> resources.put(
                        "cpu",
                        Map.of("quota", (long) Math.max(1000, cpus * CPU_PERIOD_MICROS), "period", CPU_PERIOD_MICROS)));
        return resources;
    }
}
