package dev.sandboxed.provider.local.internal.bubblewrap.box;

import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.guest.exec.SupervisorScript;
import dev.sandboxed.linux.internal.cgroup.ControlGroup;
import dev.sandboxed.linux.internal.host.KernelFiles;
import dev.sandboxed.process.HostPrograms;
import dev.sandboxed.process.ProcessScope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes what bubblewrap is told. It reads it from a file, so that no variable of a sandbox shows in process lists. */
public final class BoxArguments {

    /** Where the first process finds the named pipes. */
    static final String DOORS = "/run/sandboxed";

    /** Namespaces of its own, one user without privileges, and no way to any: what is true of every box. */
    private static final List<String> WALLS = List.of(
            "--unshare-user",
            "--unshare-pid",
            "--unshare-ipc",
            "--unshare-uts",
            "--unshare-cgroup-try",
            "--uid",
            "1000",
            "--gid",
            "1000",
            "--hostname",
            "sandbox",
            "--cap-drop",
            "ALL",
            "--new-session",
            "--die-with-parent");

    /**
     * The kernel takes whoever is root outside for root in its settings below {@code /proc}, so nobody may write there.
     * Shared memory is bounded, since it is memory of the host where that is not limited.
     */
    private static final List<String> DEVICES = List.of(
            "--proc",
            KernelFiles.PROCESSES,
            "--remount-ro",
            KernelFiles.PROCESSES,
            "--dev",
            "/dev",
            "--perms",
            "1777",
            "--size",
            String.valueOf(64 << 20),
            "--tmpfs",
            "/dev/shm",
            "--remount-ro",
            "/dev");

    /** Loopback and nothing else. */
    private static final String NO_NETWORK = "--unshare-net";

    /** Laid over what of the kernel's files is kept from sandboxes. What this user cannot read, nobody inside can either. */
    private static final List<String> HIDING = hiding();

    private BoxArguments() {}

    private static List<String> hiding() {
        List<String> arguments = new ArrayList<>();
        for (String path : KernelFiles.hidden()) {
            if (!path.startsWith(KernelFiles.PROCESSES) || !Files.isReadable(Path.of(path))) {
                continue;
            }
            arguments.addAll(
                    Files.isDirectory(Path.of(path))
                            ? List.of("--tmpfs", path, "--remount-ro", path)
                            : List.of("--ro-bind", "/dev/null", path));
        }
        return arguments;
    }

    /**
     * Writes them for a sandbox.
     *
     * @param ofImage variables that an image brings
     * @param root shows what the root is made of
     * @param networked whether it is started in a network that is made for it
     */
    static List<String> of(
            String id,
            SandboxSpec spec,
            Map<String, String> ofImage,
            List<String> root,
            BoxFolder folder,
            ControlGroup group,
            boolean networked) {
        List<String> all = new ArrayList<>(WALLS);
        if (!networked) {
            all.add(NO_NETWORK);
        }
        all.addAll(List.of("--as-pid-1", "--info-fd", "7", "--seccomp", "9", "--clearenv"));
        environment(id, spec, ofImage).forEach((name, value) -> all.addAll(List.of("--setenv", name, value)));
        all.addAll(root);
        all.addAll(DEVICES);
        all.addAll(HIDING);
        all.addAll(List.of("--bind", folder.temporary().toString(), "/tmp"));
        all.addAll(List.of("--ro-bind", folder.doors().toString(), DOORS));
        if (!spec.limits().equals(Limits.NONE)) {
            // For programs that ask how much they may use. Without limits they learn the same from the host's own
            // figures.
            group.seenAs().forEach((target, source) -> all.addAll(List.of("--ro-bind", source.toString(), target)));
        }
        String workdir = spec.workdir();
        all.addAll(List.of("--bind", folder.workdir(workdir).toString(), workdir));
        for (Mount mount : spec.mounts()) {
            all.addAll(List.of(
                    mount.writable() ? "--bind" : "--ro-bind", mount.source().toString(), mount.target()));
        }
        all.addAll(List.of("--remount-ro", "/", "--chdir", workdir));
        return all;
    }

    /** Writes the command line of a box in which a shell ends with a code, under a filter read from standard input. */
    public static List<String> probe(String program, int code) {
        List<String> all = new ArrayList<>(List.of(program, NO_NETWORK));
        all.addAll(WALLS);
        all.addAll(List.of("--seccomp", "0", "--clearenv"));
        all.addAll(RootView.ofHost(List.of(), false));
        all.addAll(DEVICES);
        all.addAll(List.of("/bin/sh", "-c", "exit " + code));
        return all;
    }

    /** Secrets are left out: they come with each command. */
    private static Map<String, String> environment(String id, SandboxSpec spec, Map<String, String> ofImage) {
        Map<String, String> env = new LinkedHashMap<>();
        env.put("PATH", HostPrograms.USUAL_PATH);
        env.put("LANG", "C.UTF-8");
        env.put("HOME", spec.workdir());
        env.putAll(ofImage);
        env.putAll(spec.env());
        env.putAll(SupervisorScript.environment());
        env.put(ProcessScope.VARIABLE, id);
        return env;
    }
}
