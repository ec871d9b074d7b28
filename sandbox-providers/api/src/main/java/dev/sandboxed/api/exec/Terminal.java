package dev.sandboxed.api.exec;

import java.io.InputStream;
import java.io.OutputStream;

/**
 * A command that runs on a pseudo terminal: one stream each way, as a person at a keyboard has.
 *
 * <p>Closing it kills the command with all that it started.
 */
public interface Terminal extends AutoCloseable {

    /** Type into the terminal; byte 3 is Ctrl-C, byte 4 the end of input. */
    OutputStream input();

    /** Reads what the terminal shows; both outputs of the command, mixed as they came. */
    InputStream output();

    /** Changes the size; the foreground process is told. */
    void resize(TerminalSize size);

    /** Sends a signal to the command itself. */
    void signal(Signal signal);

    /**
     * Waits for the end of the command.
     *
     * @throws dev.sandboxed.api.error.SandboxException if the wait was interrupted, which kills the command
     */
    Ending await();

    @Override
    void close();
}
