package dev.sandboxed.provider.local.internal.bubblewrap.still;

import dev.sandboxed.guest.sandbox.SharedPause;
import dev.sandboxed.linux.internal.cgroup.ControlGroup;
import java.io.IOException;

/** A way to hold all processes of a sandbox still. To pause fails if it cannot be proven that none of them moves. */
public sealed interface Hold extends SharedPause.Pausable permits FrozenGroup, StoppedProcesses {

    /**
     * Returns the surest way that there is for a sandbox.
     *
     * @param group its control group
     * @param firstProcess what the host calls its first process
     */
    static Hold of(ControlGroup group, int firstProcess) {
        return group.freezer().<Hold>map(FrozenGroup::new).orElseGet(() -> new StoppedProcesses(firstProcess));
    }

    /**
     * Makes sure that no process has moved since they were held.
     *
     * @throws IOException if one has
     */
    void check() throws IOException;

    /** Lets them go on; those that are gone need not. */
    @Override
    void unpause();

    /** Returns what helps where they cannot be held. */
    String remedy();
}
