package dev.sandboxed.api.exec;

import java.io.OutputStream;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A command that is running.
 *
 * <p>Its output arrives in chunks while it runs. A reader that does not keep up slows the command down; nothing is
 * gathered without bound. {@link #await()} needs no reader: from then on the command is no longer held back.
 *
 * <p>For users: close it, for example with try-with-resources; closing kills what still runs. For implementors: all
 * methods are safe from several threads.
 */
public interface Execution extends AutoCloseable {

    Command command();

    /** Returns whether the command itself still runs. */
    boolean isRunning();

    /**
     * Waits for the next piece of output of either stream.
     *
     * @return the chunk, or empty when both streams have ended; always empty from then on
     * @throws dev.sandboxed.api.error.SandboxException if the wait was interrupted, which kills the command, or if the
     *     sandbox died
     */
    Optional<OutputChunk> next();

    /** Hands every chunk to a consumer until both streams have ended. */
    default void forEachChunk(Consumer<OutputChunk> consumer) {
        for (Optional<OutputChunk> chunk = next(); chunk.isPresent(); chunk = next()) {
            consumer.accept(chunk.get());
        }
    }

    /**
     * Writes to the command's standard input; closing the stream is the end of file for the command.
     *
     * @throws IllegalStateException if the command was not given {@link Stdin#open()}
     */
    OutputStream stdin();

    /** Sends a signal to the command itself. One that has ended already is left alone. */
    void signal(Signal signal);

    /** Kills the command with all that it started. */
    void kill();

    /**
     * Waits for the end. The result holds the output up to the command's limit, read as chunks or not.
     *
     * @throws dev.sandboxed.api.error.SandboxException if the wait was interrupted, which kills the command, or if the
     *     sandbox died
     */
    ExecResult await();

    /** Kills the command if it still runs, with all that it started. Closing twice is fine. */
    @Override
    void close();
}
