package dev.sandboxed.provider.microvm.internal.machine;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spi.Deadline;
import java.util.List;
import java.util.Optional;

/** What a machine says on its console while it boots. A connection that is asked for too early hangs, so it is not tried. */
public final class BootWords {

    private static final String LISTENING = "sandboxed: listening";

    private BootWords() {}

    /**
     * Waits until something listens in the machine.
     *
     * @param hopeless what a kernel says that will not get there
     * @return whether something listens; if not, the kernel has said that it is hopeless
     * @throws SandboxStartException if the machine ends, or the time is up
     */
    public static boolean await(MonitorProcess process, Optional<String> hopeless, Deadline deadline) {
        List<String> words = hopeless.map(word -> List.of(LISTENING, word)).orElse(List.of(LISTENING));
        Optional<String> said = process.await(words, deadline);
        if (said.isPresent()) {
            return said.get().equals(LISTENING);
        }
        String last = process.lastWords();
        deadline.check("booting the machine, whose console says:\n" + last);
        throw new SandboxStartException(Fault.of("The machine ended while it booted; its console says:\n" + last)
                .remedy("look at the end of what it says: the kernel may not fit the machine, or lack drivers"));
    }
}
