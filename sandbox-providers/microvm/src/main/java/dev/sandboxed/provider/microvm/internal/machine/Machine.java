package dev.sandboxed.provider.microvm.internal.machine;

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

    /** Returns the last that the machine and what runs it have said, for whoever wants to know why it ended. */
    String lastWords();

    /** Ends it at once; may be called again. */
    @Override
    void close();
}
