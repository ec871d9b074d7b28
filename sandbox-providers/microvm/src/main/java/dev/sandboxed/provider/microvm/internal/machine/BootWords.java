package dev.sandboxed.provider.microvm.internal.machine;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spi.Deadline;

/** What a machine says on its console while it boots. A connection that is asked for too early hangs, so it is not tried. */
public final class BootWords {

    private static final String LISTENING = "sandboxed: listening";

    private BootWords() {}

    /**
     * Waits until something listens in the machine.
     *
     * @throws SandboxStartException if the machine ends, or the time is up
     */
    public static void await(MonitorProcess process, Deadline deadline) {
        if (process.await(LISTENING, deadline)) {
            return;
        }
        String last = process.lastWords();
        deadline.check("booting the machine, whose console says:\n" + last);
        throw new SandboxStartException(Fault.of("The machine ended while it booted; its console says:\n" + last)
                .remedy("look at the end of what it says: the kernel may not fit the machine, or lack drivers"));
    }
}
