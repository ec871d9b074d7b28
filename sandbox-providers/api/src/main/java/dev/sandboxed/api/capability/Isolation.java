package dev.sandboxed.api.capability;

import java.util.Arrays;
import java.util.Locale;

/** How strongly a sandbox is kept apart from its host, weakest first; the order is part of the contract. */
public enum Isolation {
    /** An ordinary process of the same user: it can read and write whatever that user can. Protects from accidents only. */
    PROCESS(
            "accidents: commands that never end, leave processes behind or fill memory with output",
            "code that means harm: it reads, changes and reaches whatever its user can"),
    /** The host's files are out of view; processes, network and kernel are shared. */
    FILESYSTEM(
            "accidents, and code that reads or changes the host's files without looking for a way around",
            "code that means harm: processes, network and kernel are the host's"),
    /** Own process, mount, network and IPC namespaces on the host's kernel. */
    NAMESPACE(
            "code that reads, changes or signals what is the host's: files, processes, network",
            "holes in the host's kernel, and using up what no limit is declared for"),
    /** Namespaces plus cgroups, dropped capabilities and a system-call filter on the host's kernel. */
    CONTAINER(
            "code that reads, changes, signals or uses up what is the host's, or calls what a program seldom needs",
            "holes in that part of the host's kernel which programs need"),
    /** A kernel in user space answers the system calls. */
    USERSPACE_KERNEL(
            "all that a container does, and most holes in the host's kernel, which never hears the code inside",
            "holes in the kernel in user space, and in the processor"),
    /** An own kernel in a virtual machine. */
    MICROVM(
            "all that a container does, and holes in any kernel: the code inside has one of its own",
            "holes in the virtual machine monitor, and in the processor");

    private final String protectsFrom;
    private final String doesNotProtectFrom;

    Isolation(String protectsFrom, String doesNotProtectFrom) {
        this.protectsFrom = protectsFrom;
        this.doesNotProtectFrom = doesNotProtectFrom;
    }

    /** Returns what it protects the host from, for people. */
    public String protectsFrom() {
        return protectsFrom;
    }

    /** Returns what it does not protect the host from, for people; what a stronger level adds. */
    public String doesNotProtectFrom() {
        return doesNotProtectFrom;
    }

    /** Returns whether this is as strong as the given floor or stronger. */
    public boolean atLeast(Isolation floor) {
        return compareTo(floor) >= 0;
    }

    /** Writes the level as people do, and as {@link #parse} reads it: {@code userspace-kernel}. */
    public String written() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Reads a written level such as {@code container} or {@code userspace-kernel}.
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
