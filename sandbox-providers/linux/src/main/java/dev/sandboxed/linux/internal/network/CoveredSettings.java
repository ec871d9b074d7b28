package dev.sandboxed.linux.internal.network;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Covers the kernel's settings of a network namespace for one program.
 *
 * <p>Older versions of gVisor's (one of December 2022 was seen to) take a namespace for the first one of the host, and refuse
 * it, when they find a certain setting there; newer kernels have that in each. It is covered for the program and its children
 * only, in a mount namespace of their own. Whether the namespace is the host's must be looked up before.
 */
public final class CoveredSettings {

    /**
     * Arguments: the namespace, and what to become. To cover them one must be in there, since each has settings of its own
     * at that path.
     */
    private static final String SCRIPT = """
            /usr/bin/nsenter --net="$1" mount -t tmpfs -o ro,size=4k none /proc/sys/net/core || exit
            shift
            exec "$@"
            """;

    private CoveredSettings() {}

    /**
     * Returns the command line that runs a program so.
     *
     * @param namespace the path by which the namespace is entered
     * @param argv the command line of the program
     */
    public static List<String> before(Path namespace, List<String> argv) {
        List<String> all = new ArrayList<>(
                List.of("/usr/bin/unshare", "--mount", "--propagation", "slave", "/bin/sh", "-c", SCRIPT, "sh"));
        all.add(namespace.toString());
        all.addAll(argv);
        return all;
    }
}
