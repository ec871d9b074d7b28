package dev.sandboxed.linux.internal.network;

import dev.sandboxed.linux.internal.cgroup.ProcessGroups;
import dev.sandboxed.linux.internal.libc.LibC;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;

/**
 * The network namespace of a container that somebody else has made, held open by this JVM until it is closed.
 *
 * <p>All that is known of the container is a number that its engine tells, and that is believed of nobody: an engine in a machine
 * of its own tells numbers of another kernel, which are strangers here. What counts is that the process of that number is in a
 * control group with the container's id in its name. The namespace is opened before that is looked at: the other way round, the
 * number could be a stranger's by the time it is opened.
 */
public final class ContainerNamespace implements AutoCloseable {

    /** An id that is shorter may be part of the name of any group. */
    private static final Pattern ID = Pattern.compile("[0-9a-f]{64}");

    private final int descriptor;
    private final AtomicBoolean open = new AtomicBoolean(true);

    private ContainerNamespace(int descriptor) {
        this.descriptor = descriptor;
    }

    /**
     * Opens the one of a container. It takes root.
     *
     * @param pid the number that its first process has, as its engine says
     * @param container its whole id
     * @throws IOException if there is no such process here, it is not the container's, or it is in the namespace of this JVM
     */
    public static ContainerNamespace open(long pid, String container) throws IOException {
        return open(Path.of("/"), pid, container);
    }

    static ContainerNamespace open(Path root, long pid, String container) throws IOException {
        Path told = root.resolve("proc/" + pid + "/ns/net");
        ContainerNamespace opened = new ContainerNamespace(new NetworkNamespace(told).open());
        try {
            if (!ID.matcher(container).matches() || !ProcessGroups.mention(root, pid, container)) {
                throw new IOException("process " + pid + " of this host is in no control group of container '"
                        + container + "', and is somebody else");
            }
            if (opened.namespace().isOurOwn()) {
                throw new IOException("process " + pid + " of container '" + container
                        + "' is in the network namespace of this JVM, and not in one of its own");
            }
            return opened;
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /** Returns the namespace; it can be entered until this is closed. */
    public NetworkNamespace namespace() {
        return NetworkNamespace.heldBy(ProcessHandle.current().pid(), descriptor);
    }

    /** Lets go of it; may be called again. */
    @Override
    public void close() {
        if (open.getAndSet(false)) {
            LibC.close(descriptor);
        }
    }
}
