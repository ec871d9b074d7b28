package dev.sandboxed.guest.exec;

import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.TerminalSize;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * The streams of a process inside a guest. For provider authors: reading is done by one thread, writing by another, and
 * {@link #close} may come from any.
 */
public interface GuestChannel extends AutoCloseable {

    /** Returns the end to write to; closing it is the end of file for the process and leaves its outputs open. */
    OutputStream input();

    /**
     * Waits for the next piece of output; all of a terminal's is standard output.
     *
     * @return the piece, or empty when both outputs have ended
     * @throws IOException if the connection breaks, the channel is closed meanwhile, or the thread is interrupted
     */
    Optional<OutputChunk> read() throws IOException;

    /** Changes the size of the terminal that the process was given. */
    default void resize(TerminalSize size) throws IOException {
        throw new IOException("This process has no terminal");
    }

    /** Closes the streams; the process may live on. Whoever waits in {@link #read} is woken. */
    @Override
    void close();
}
