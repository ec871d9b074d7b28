package dev.sandboxed.process.network;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.process.HostPrograms;
import dev.sandboxed.process.posix.HostPlatform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The program that carries packets between a network namespace and the host.
 *
 * @param program where it is
 */
public record Carrier(Path program) {

    /** What it is called; the setting that names the file, for one that is not where programs are, is called so too. */
    public static final String NAME = "slirp4netns";

    /** What to do where it is missing. */
    static final String INSTALL = "apt-get install " + NAME;

    /** Through this it reads and writes packets. Some hosts keep it for root. */
    private static final Path DEVICE = Path.of("/dev/net/tun");

    /** It says that it is ready on the descriptor that the scripts make of their output, and ends when its input does. */
    private static final List<String> FLAGS = List.of(
            "--configure",
            // As large as they can be: with packets of a real network gVisor lost most of its speed.
            "--mtu=65520",
            "--disable-host-loopback",
            "--enable-seccomp",
            "--exit-fd=0",
            "--ready-fd=3");

    /** It shuts itself into a folder of nothing, for which it must be root where it runs. */
    private static final String WALLED = "--enable-sandbox";

    /**
     * Open the new namespace, go back to the one of the JVM, and become the program. It takes the namespace from a descriptor:
     * a path that names the process would lead to the host's own by then.
     */
    private static final String OF_ITS_OWN = """
            exec 3>&1 1>&2 9</proc/self/ns/net
            exec /usr/bin/nsenter --net=/proc/$PPID/ns/net "$@" --netns-type=path /proc/self/fd/9 tap0
            """;

    /** Open the namespaces of a process, which may be gone later, and look that we would not set up the host's own network. */
    private static final String OF_A_PROCESS = """
            exec 3>&1 1>&2 8</proc/$1/ns/user 9</proc/$1/ns/net
            if [ /proc/self/fd/9 -ef /proc/self/ns/net ]; then
                echo "process $1 has no network namespace of its own" >&2
                exit 1
            fi
            shift
            [ /proc/self/fd/8 -ef /proc/self/ns/user ] || set -- "$@" --userns-path=/proc/self/fd/8
            exec "$@" --netns-type=path /proc/self/fd/9 tap0
            """;

    /** Look whether there is one, and the device that it needs may be opened. */
    public static Optional<Carrier> find(ProviderContext context) {
        return locate(context).filter(program -> isOpen()).map(Carrier::new);
    }

    /** Tell what to do where none was found. */
    public static String remedy(ProviderContext context) {
        return locate(context).isEmpty() ? INSTALL : "modprobe tun && chmod 666 " + DEVICE;
    }

    private static Optional<Path> locate(ProviderContext context) {
        return HostPrograms.locate(context.settings().get(NAME), List.of(NAME), context);
    }

    private static boolean isOpen() {
        return Files.isReadable(DEVICE) && Files.isWritable(DEVICE);
    }

    /**
     * Begin to make a namespace and to carry its packets. Others enter it by its path. It takes root.
     *
     * @param sandbox the id of the sandbox that it is for
     * @return what must be awaited before it is used
     * @throws IOException if not even a process can be started
     */
    public PrivateNetwork begin(String sandbox) throws IOException {
        return PrivateNetwork.begin(
                sandbox, commandLine(List.of("/usr/bin/unshare", "--net", "/bin/sh", "-c", OF_ITS_OWN, "sh")));
    }

    /**
     * Begin to carry the packets of the namespace that a process is in. It may belong to a user namespace; to one that this
     * user has made, if this is not root. The process must be there, and hold still, until the network was awaited.
     *
     * @param sandbox the id of the sandbox that it is for
     * @param pid the number of the process
     * @return what must be awaited before it is used; there it is refused if the namespace is our own
     * @throws IOException if not even a process can be started
     */
    public PrivateNetwork begin(String sandbox, long pid) throws IOException {
        return PrivateNetwork.begin(
                sandbox, commandLine(List.of("/bin/sh", "-c", OF_A_PROCESS, "sh", String.valueOf(pid))));
    }

    private List<String> commandLine(List<String> script) {
        List<String> all = new ArrayList<>(script);
        all.add(program.toString());
        all.addAll(FLAGS);
        if (HostPlatform.isRoot()) {
            all.add(WALLED);
        }
        return all;
    }
}
