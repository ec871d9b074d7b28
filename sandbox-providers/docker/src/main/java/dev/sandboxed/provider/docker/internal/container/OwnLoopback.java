package dev.sandboxed.provider.docker.internal.container;

import dev.sandboxed.linux.internal.host.HostSystem;

/**
 * Containers whose only network is a loopback of their own, without the engine's help. Its network {@code none} takes it more
 * processor time than all the rest of a container, and is the same loopback that a runtime makes by itself. But where the
 * engine makes no network, it leaves {@code /etc/hosts} empty, even if the image has one: the first process has to write it.
 */
final class OwnLoopback {

    /** Builtins of the shell only, and no word about what goes wrong, which would be taken for the supervisor's. */
    private static final String NAMING =
            "[ -s /etc/hosts ] || { printf '%s' '" + HostSystem.HOSTS + "' >/etc/hosts; } 2>/dev/null\n";

    private OwnLoopback() {}

    /** Returns whether a container can do without a network of the engine: it wants none, and its first process can write the file. */
    static boolean suffices(ContainerPlan plan) {
        return plan.network().isNone()
                && plan.isRoot()
                && !plan.spec().readOnlyRoot()
                // One may lie there, and then the file is the host's.
                && plan.spec().mounts().isEmpty();
    }

    /** Returns what the first process of a container does before anything else, as lines of shell. */
    static String beginning(ContainerPlan plan) {
        return suffices(plan) ? NAMING : "";
    }
}
