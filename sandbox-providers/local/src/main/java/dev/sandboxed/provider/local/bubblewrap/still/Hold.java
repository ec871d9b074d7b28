package dev.sandboxed.provider.local.bubblewrap.still;

import java.io.IOException;

/** A way to hold all processes of a sandbox still. */
sealed interface Hold permits FrozenGroup, StoppedProcesses {

    /**
     * Hold them.
     *
     * @throws IOException if it cannot be proven that none moves; all go on then
     */
    void begin() throws IOException;

    /**
     * Make sure that none has moved since they were held.
     *
     * @throws IOException if one has
     */
    void check() throws IOException;

    /** Let them go on; those that are gone need not. */
    void end();

    /** Tell what helps where they cannot be held. */
    String remedy();
}
