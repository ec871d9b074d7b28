package dev.sandboxed.provider.microvm.internal.machine;

import dev.sandboxed.api.spi.Deadline;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;

/** A virtual machine that runs. Safe for use by several threads. */
public interface Machine extends AutoCloseable {

    /**
     * Connects to what listens inside.
     *
     * @param limit how long that may take
     * @throws IOException if nobody listens yet, or any more
     */
    Socket connect(Duration limit) throws IOException;

    /** Returns whether the process is there that runs it. */
    boolean isAlive();

    /** Waits for the end of that process; returns whether it has ended. */
    boolean endsWithin(Duration limit);

    /** Returns the last that the machine and what runs it have said, for whoever wants to know why it ended. */
    String lastWords();

    /** Returns all that is known of it for whoever looks into a failure: the last words, and what was counted, if anything was. */
    default String log() {
        return lastWords();
    }

    /**
     * Saves it, but for the drive that it writes to. It stands still from then on, until it {@linkplain #goOn goes on} or is closed.
     * Connections do not survive that.
     *
     * @param saved where to; its folder is there, and nothing of this machine is in it
     * @throws IOException if the monitor refuses, or does not get there in time
     */
    void save(SavedMachine saved, Deadline deadline) throws IOException;

    /**
     * Lets it go on after it was saved, or was to be. One whose memory was moved cannot, as that of one to be saved is.
     *
     * @throws IOException if the monitor refuses, or does not get there in time
     */
    void goOn(Deadline deadline) throws IOException;

    /** Ends it at once; may be called again. */
    @Override
    void close();
}
