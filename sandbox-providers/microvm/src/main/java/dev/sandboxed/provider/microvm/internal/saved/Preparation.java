package dev.sandboxed.provider.microvm.internal.saved;

import dev.sandboxed.provider.microvm.internal.channel.Listener;
import dev.sandboxed.provider.microvm.internal.machine.Machine;
import java.io.IOException;

/** What is done in a machine before it is saved, so that its copies need not do it. */
public interface Preparation {

    /**
     * A supervisor that waits in a saved machine.
     *
     * @param slot what its streams are called
     * @param word what it marks its words with
     */
    record Waiting(String slot, String word) {}

    /** Returns all that it depends on: machines that differ in it are saved apart. */
    String origin();

    /**
     * Does it.
     *
     * @return who waits for those that begin as copies
     * @throws IOException if the connection breaks, or the machine refuses
     */
    Waiting prepare(Machine machine, Listener listener) throws IOException;
}
