package dev.sandboxed.guest.exec;

import dev.sandboxed.api.exec.Ending;
import java.io.IOException;
import java.time.Duration;

/** What starts processes inside a guest. For provider authors: this and {@link GuestChannel} are all there is to write. */
public interface GuestRuntime {

    /**
     * Starts a process.
     *
     * @throws IOException if the runtime cannot be reached or refuses
     * @throws dev.sandboxed.api.error.SandboxException if it is known why: the guest is gone, there is no such user
     */
    GuestChannel start(GuestProcess process) throws IOException;

    /** Returns whether the guest is there, as far as that can be found out; when in doubt, it is. */
    boolean isAlive();

    /** Returns how long a killed command may take to end before nobody listens to it any more. */
    default Duration grace() {
        return Duration.ofSeconds(2);
    }

    /**
     * Kills a command with all that it has started, by a way of the runtime's own. Where there is none, a supervisor inside does
     * that.
     *
     * @param supervisor the process of the command's supervisor, which stays, as do its children
     * @param mark the value of the variable {@code SANDBOXED_COMMAND} of all that the command has started
     * @param command the process of the command, a child of one of the supervisor's children
     * @return whether that was done
     * @throws IOException if the runtime cannot be reached
     */
    default boolean kill(String supervisor, String mark, String command) throws IOException {
        return false;
    }

    /** Returns whether hardly any room is left on a disk whose size is limited, as far as that can be seen from here. */
    default boolean isDiskFull() {
        return false;
    }

    /**
     * Explains what became of a process whose outputs ended before it said so itself.
     *
     * @param lost its channel
     * @param printed the last that came out of it, which may be the runtime speaking
     * @return how it ended, where the guest is alive and well
     * @throws dev.sandboxed.api.error.SandboxException if the guest is gone, ran into a limit, or cannot be reached
     */
    Ending explain(GuestChannel lost, String printed);
}
