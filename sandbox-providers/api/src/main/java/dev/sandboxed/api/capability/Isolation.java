package dev.sandboxed.api.capability;

import java.util.Arrays;
import java.util.Locale;

/** How strongly a sandbox is kept apart from its host, weakest first; the order is part of the contract. */
public enum Isolation {
    /** An ordinary process of the same user: it can read and write whatever that user can. Protects from accidents only. */
    PROCESS,
    /** The host's files are out of view; processes, network and kernel are shared. */
    FILESYSTEM,
    /** Own process, mount, network and IPC namespaces on the host's kernel. */
    NAMESPACE,
    /** Namespaces plus cgroups, dropped capabilities and a system-call filter on the host's kernel. */
    CONTAINER,
    /** A kernel in user space answers the system calls. */
    USERSPACE_KERNEL,
    /** An own kernel in a virtual machine. */
    MICROVM;

    /** Tell whether this is as strong as the given floor or stronger. */
    public boolean atLeast(Isolation floor) {
        return compareTo(floor) >= 0;
    }

    /** Write the level as people do, and as {@link #parse} reads it: {@code userspace-kernel}. */
    public String written() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Read a written level such as {@code container} or {@code userspace-kernel}.
     *
     * @throws IllegalArgumentException if there is no such level; the message lists all
     */
    public static Isolation parse(String text) {
        String name = text.strip().toLowerCase(Locale.ROOT).replace('_', '-');
        return Arrays.stream(values())
                .filter(level -> level.written().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Not an isolation level: '" + text + "'; use one of "
                        + Arrays.stream(values()).map(Isolation::written).toList()));
    }
}
