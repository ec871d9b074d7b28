package dev.sandboxed.provider.microvm.internal.saved;

import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.provider.microvm.internal.channel.Listener;
import dev.sandboxed.provider.microvm.internal.machine.Machine;
import java.io.IOException;

/** What is done in a machine before it is saved, so that its copies need not do it. */
public interface Preparation {

    /** Returns all that it depends on: machines that differ in it are saved apart. */
    String origin();

    /**
     * Does it. At the end a supervisor waits for those that begin as copies.
     *
     * @return what the supervisor marks its words with
     * @throws IOException if the connection breaks, or the machine refuses
     */
    String prepare(Machine machine, Listener listener) throws IOException;

    /**
     * Starts a supervisor in a machine that was saved while commands ran, none of which is ours.
     *
     * @param word what it is to mark its words with
     * @return its streams
     * @throws IOException if the connection breaks, or the machine refuses
     */
    GuestChannel supervise(Machine machine, Listener listener, String word) throws IOException;
}
