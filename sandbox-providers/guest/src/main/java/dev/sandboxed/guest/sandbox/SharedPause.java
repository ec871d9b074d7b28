package dev.sandboxed.guest.sandbox;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxTransportException;
import java.io.IOException;
import java.util.function.Function;

/**
 * Pauses a guest for as long as anybody wants that: whoever stopped the sandbox, and whoever saves its files. For provider
 * authors. Safe for use by several threads.
 */
public final class SharedPause {

    /** One way to pause a guest. */
    public interface Pausable {

        /** Pauses all processes; throws {@link IOException} if they cannot be paused, and all go on then. */
        void pause() throws IOException;

        /** Lets all processes go on; throws {@link IOException} if they cannot be let go. */
        void unpause() throws IOException;
    }

    private final Pausable guest;
    private int reasons;
    private int briefOnes;

    /** Creates one for a guest that is not paused. */
    public SharedPause(Pausable guest) {
        this.guest = guest;
    }

    /**
     * Pauses the guest for somebody who stopped the sandbox.
     *
     * @param fault begins the description of what went wrong in the sandbox
     * @throws SandboxTransportException if it cannot be paused
     */
    public void hold(Function<String, Fault> fault) {
        try {
            begin(false);
        } catch (IOException e) {
            throw new SandboxTransportException(
                    fault.apply("The sandbox cannot be held still: " + e).cause(e));
        }
    }

    /** Lets it go for somebody who resumes the sandbox; fails as {@link #hold} does. */
    public void letGo(Function<String, Fault> fault) {
        try {
            end(false);
        } catch (IOException e) {
            throw new SandboxTransportException(
                    fault.apply("The sandbox cannot be let go: " + e).cause(e));
        }
    }

    /**
     * Pauses the guest, unless it is paused for another reason already.
     *
     * @param brief whether it will end without anybody having to ask for it
     * @throws IOException if it cannot be paused; this reason does not count then
     */
    public synchronized void begin(boolean brief) throws IOException {
        if (reasons == 0) {
            guest.pause();
        }
        reasons++;
        briefOnes += brief ? 1 : 0;
    }

    /**
     * Ends one reason for the pause, and the pause with the last one.
     *
     * @param brief what {@link #begin} was told
     * @throws IOException if the guest cannot be let go
     */
    public synchronized void end(boolean brief) throws IOException {
        reasons = Math.max(0, reasons - 1);
        briefOnes -= brief ? 1 : 0;
        notifyAll();
        if (reasons == 0) {
            guest.unpause();
        }
    }

    /** Waits for the end of all brief pauses, whether or not somebody interrupts; an interruption is kept. */
    public synchronized void awaitBriefOnes() {
        boolean interrupted = false;
        while (briefOnes > 0) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
