package dev.sandboxed.provider.oci.internal.kernel;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.process.HostTool;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Chooses the flags of gVisor's program: they differ much between its versions, which tell which ones they know. */
final class GvisorFlags {

    /** The setting that names how the calls of programs are caught: {@code systrap}, {@code ptrace} or {@code kvm}. */
    private static final String PLATFORM = "platform";

    private static final String NO_NETWORK = "--network=none";
    private static final String OWN_NETWORK = "--network=sandbox";
    private static final Duration QUICK = Duration.ofMillis(800);

    private GvisorFlags() {}

    static List<String> of(Path program, Map<String, String> settings) {
        ExecResult help = HostTool.run(Command.of(program.toString(), "flags"), QUICK);
        String known = help.stdout() + help.stderr();
        List<String> flags =
                new ArrayList<>(List.of(NO_NETWORK, "--platform=" + settings.getOrDefault(PLATFORM, platform(known))));
        if (!HostPlatform.isRoot()) {
            flags.addAll(List.of("--rootless", "--ignore-cgroups"));
        }
        if (known.contains("-overlay2")) {
            // Else newer versions would keep changes to themselves, and no snapshot had them.
            flags.add("--overlay2=none");
        }
        return flags;
    }

    /** Returns flags with which the kernel inside speaks for itself in the network namespace that its container is given. */
    static List<String> networked(List<String> flags) {
        return flags.stream()
                .map(flag -> flag.equals(NO_NETWORK) ? OWN_NETWORK : flag)
                .toList();
    }

    /** KVM is not taken by itself: where it is only emulated, nothing inside would ever get ahead. */
    private static String platform(String known) {
        return known.contains("systrap") ? "systrap" : "ptrace";
    }
}
