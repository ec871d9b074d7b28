package dev.sandboxed.provider.microvm.internal.machine;

import dev.sandboxed.api.spi.Deadline;
import java.io.IOException;

/** A program that runs virtual machines. */
public interface Monitor {

    /** Returns what it says of itself, for people. */
    String version();

    /**
     * Starts a machine, with devices as fast as the host, and waits until something listens in it.
     *
     * @throws IOException if the program cannot be started, or does not answer
     * @throws dev.sandboxed.api.error.SandboxStartException if it refuses something, the machine ends, or the time is up; names
     *     the step, with the last that the machine said
     * @throws dev.sandboxed.api.error.SandboxInterruptedException if the thread is interrupted
     */
    Machine boot(MachinePlan plan, Deadline deadline) throws IOException;

    /**
     * Starts a machine that goes on where a saved one was, with devices as fast as the plan says, however fast they were. Its folder
     * has a copy of the drive that the saved one wrote to.
     *
     * @param plan the same as that of the saved one, but for the id, the folder and the rates
     * @throws IOException if the program cannot be started, or does not answer
     * @throws dev.sandboxed.api.error.SandboxStartException if it refuses what was saved, or the time is up
     */
    Machine restore(MachinePlan plan, SavedMachine saved, Deadline deadline) throws IOException;

    /**
     * Starts a machine as {@link #restore} does, with devices as fast as the host, which can be saved so that others are restored
     * from it as fast as from the one that was saved first.
     *
     * @throws IOException as {@link #restore} does, and if its memory cannot be copied
     */
    Machine restoreToSave(MachinePlan plan, SavedMachine saved, Deadline deadline) throws IOException;

    /** Returns whether its machines run on a processor that is emulated. */
    boolean emulates();

    /** Returns the number of the user that it runs as for a sandbox. */
    int user(String sandbox);

    /** Returns whether it takes kernels only as they are in memory, and not as distributions pack them. */
    boolean wantsUnpackedKernel();

    /** Returns all of its settings that a saved machine depends on, beside the plan. */
    String fingerprint();
}
