package dev.sandboxed.provider.microvm.internal.machine;

import dev.sandboxed.linux.internal.network.LinkedNamespaces;
import dev.sandboxed.linux.internal.network.NetworkNamespace;

/**
 * What connects a machine with others: a device of the host, in a namespace where the process is, too, that runs the machine.
 *
 * @param namespace where both are
 */
public record MachineLink(NetworkNamespace namespace) {

    /** What the device is called in each such namespace: a saved machine looks for the one that it had. */
    public static final String DEVICE = LinkedNamespaces.MACHINE;

    /** By which the machine knows its own end; the first byte says that no maker has given it to anybody. */
    public static final String HARDWARE_ADDRESS = "06:00:a9:fe:53:02";

    /** Returns what the kernel of the machine is told, for what listens inside: its end, its address there, and who leads out. */
    public static String kernelArgument() {
        return "SANDBOXED_LINK=" + HARDWARE_ADDRESS + "," + LinkedNamespaces.INNER_ADDRESS + ","
                + LinkedNamespaces.OUTER_ADDRESS;
    }
}
