package dev.sandboxed.provider.oci.internal.kernel;

import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.guest.exec.GuestCommands;
import dev.sandboxed.linux.internal.cgroup.ControlGroup;
import dev.sandboxed.linux.internal.mount.ContainerMount;
import dev.sandboxed.linux.internal.mount.Overlay;
import dev.sandboxed.linux.internal.seccomp.FilteredThread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The kernel that the processes of a container run on. It decides what a container's description has to say, what its runtime
 * must be told, and how the container is started and held still. Where nothing is said, nothing special has to be done.
 */
public sealed interface ContainerKernel permits HostKernel, UserspaceKernel {

    /** Runs the runtime's program for a container, as in {@code runsc pause}. */
    @FunctionalInterface
    interface RuntimeClient {

        /** Runs it with a verb; throws {@link IOException} if it fails. */
        void run(String verb) throws IOException;
    }

    // What a container's description says.

    /** Returns whether a control group counts the processes inside, and so can limit them. */
    boolean countsProcesses();

    /** Returns the filter that the runtime is to install for the system calls of all processes inside; empty for none. */
    Optional<Map<String, Object>> systemCallFilter();

    /** Returns what it mounts of itself. */
    List<ContainerMount> systemMounts();

    /**
     * Returns the mount that shows a folder of the host, which looks writable inside if changes can be kept elsewhere.
     *
     * @param changed the folder, and where changes to it would be kept
     */
    ContainerMount hostFolder(Overlay changed, boolean readOnly);

    /** Returns the folders of the container's root that must be mounts of their own, or changes in them would not reach it. */
    default Set<String> foldersToMount() {
        return Set.of();
    }

    // What the runtime's program is told.

    /**
     * Returns the flags that the runtime's program needs each time.
     *
     * @param settings those of the provider
     */
    default List<String> flags(Path program, Map<String, String> settings) {
        return List.of();
    }

    /** Returns the flags for a container that has a network instead of those for one that has none. */
    default List<String> networked(List<String> flags) {
        return flags;
    }

    /**
     * Returns the command line that runs a container in a network namespace.
     *
     * @param namespace the path by which the namespace is entered
     * @param argv the command line of the runtime
     */
    default List<String> inNetwork(Path namespace, List<String> argv) {
        return argv;
    }

    /**
     * Starts a client of the runtime, with those system calls only that it may make.
     *
     * <p>Where a container shares folders with the host, nobody in it may make a file there that runs with the rights of its
     * owner: that is root, and outside it is the host's. This holds also for one that may only read the folders, since another
     * one could hand it an open file.
     *
     * @param sharesFolders whether the container shares folders with the host
     * @param start starts it, on whatever thread it is called
     * @throws IOException if that fails, or nobody could be kept from making such files
     */
    <T> T startClient(boolean sharesFolders, FilteredThread.Work<T> start) throws IOException;

    // The life of a container.

    /** Begins with what can be done while the files of a container are made; throws {@link IOException} if that fails. */
    void prepare(ControlGroup group, Limits limits) throws IOException;

    /** Does what has to be done just before a container is started. */
    default void aboutToStart() {}

    /**
     * Makes sure that it is what processes inside run on.
     *
     * @param version what the kernel says of itself, inside
     * @throws SandboxStartException if it is another one
     */
    default void verify(String version) {}

    /** Pauses all processes of a container; throws {@link IOException} if they cannot be held. */
    void pause(ControlGroup group, RuntimeClient client) throws IOException;

    /** Lets all processes of a container go on; throws {@link IOException} if the runtime refuses. */
    void unpause(ControlGroup group, RuntimeClient client) throws IOException;

    /** Makes sure that what commands have written is in the files of the host. */
    default void flush(GuestCommands commands) {}
}
