package dev.sandboxed.linux.internal.network;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A network namespace that a process holds open. There is nothing to remove once that process is dead.
 *
 * @param path the path by which others enter it
 */
public record NetworkNamespace(Path path) {

    /** The path by which the process that holds a namespace finds it. */
    public static final String HELD = "/proc/self/fd/9";

    private static final Path OWN = Path.of("/proc/self/ns/net");

    /**
     * Opens the new namespace, goes back to the one of the JVM, and becomes the program. The program takes the namespace from
     * a descriptor: a path that names the process would lead to the host's own by then.
     */
    private static final String HOLD = """
            exec 3>&1 1>&2 9</proc/self/ns/net
            exec /usr/bin/nsenter --net=/proc/$PPID/ns/net "$@"
            """;

    /**
     * Returns the command line that makes a namespace and runs a program outside of it, which holds it. What the program
     * writes to descriptor 3 comes out as its standard output, and what it writes there as its standard error. What it
     * unmounts stays mounted on the host, since its mounts follow those of the host and not the other way round: one that
     * shuts itself in would take away what containers of others run on.
     *
     * @param argv the program, and what it is told
     */
    public static List<String> holding(List<String> argv) {
        List<String> all = new ArrayList<>(
                List.of("/usr/bin/unshare", "--net", "--mount", "--propagation=slave", "/bin/sh", "-c", HOLD, "sh"));
        all.addAll(argv);
        return all;
    }

    /** Returns the one that a process holds which was started so. */
    public static NetworkNamespace heldBy(long pid) {
        return new NetworkNamespace(Path.of("/proc", String.valueOf(pid), "fd/9"));
    }

    /** Returns whether it is that of this JVM; throws {@link IOException} if it cannot be looked at. */
    public boolean isOurOwn() throws IOException {
        return Files.readSymbolicLink(path).equals(Files.readSymbolicLink(OWN));
    }
}
