package dev.sandboxed.serve.internal.e2b.process;

import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.serve.internal.connect.ConnectError;
import java.io.IOException;
import java.util.Optional;

/** What runs: on pipes or on a terminal. */
interface Program {

    /** Waits for output; empty when there is no more. */
    Optional<ProcessEvent.Data> next();

    /** Waits for the end; called when there is no more output. */
    Ending await();

    /**
     * Writes to its input.
     *
     * @param toTerminal whether the input is meant for a terminal
     * @throws ConnectError if it has no such input
     * @throws IOException if it does not take it any more
     */
    void write(byte[] input, boolean toTerminal) throws IOException;

    /**
     * Ends its input; one that has ended, or never was, is fine.
     *
     * @throws ConnectError if it is a terminal's
     */
    void closeInput() throws IOException;

    void signal(Signal signal);

    /** Changes the size of its terminal. */
    void resize(TerminalSize size) throws ConnectError;
}
