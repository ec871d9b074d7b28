package dev.sandboxed.serve.internal.http;

import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.wire.internal.CommandEvent;
import dev.sandboxed.wire.internal.Frame;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** A command of a client that runs. */
sealed interface RunningCommand extends AutoCloseable {

    /**
     * Waits for the next piece of output.
     *
     * @return the piece, or empty if none comes any more
     */
    Optional<Frame> next() throws IOException;

    /** Waits for the end. */
    CommandEvent end();

    /** Returns where its input goes. */
    OutputStream input();

    void signal(Signal signal);

    /**
     * Changes the size of its terminal.
     *
     * @throws IllegalArgumentException if it has none
     */
    void resize(TerminalSize size);

    /** Kills it with all that it started; one that is over is left alone. */
    @Override
    void close();

    /** One on pipes. */
    record OnPipes(Execution execution) implements RunningCommand {

        @Override
        public Optional<Frame> next() {
            return execution
                    .next()
                    .map(chunk -> new Frame(
                            chunk.source() == OutputChunk.Source.STDOUT ? Frame.STDOUT : Frame.STDERR, chunk.bytes()));
        }

        @Override
        public CommandEvent end() {
            ExecResult result = execution.await();
            return CommandEvent.ended(result.ending(), result.duration());
        }

        @Override
        public OutputStream input() {
            return execution.stdin();
        }

        @Override
        public void signal(Signal signal) {
            execution.signal(signal);
        }

        @Override
        public void resize(TerminalSize size) {
            throw new IllegalArgumentException(
                    "The command has no terminal, so it cannot have a size; start it with" + " columns and rows");
        }

        @Override
        public void close() {
            execution.close();
        }
    }

    /** One on a terminal. */
    final class OnTerminal implements RunningCommand {

        private static final int PIECE = 32 * 1024;

        private final Terminal terminal;
        private final byte[] buffer = new byte[PIECE];
        private final long began = System.nanoTime();

        OnTerminal(Terminal terminal) {
            this.terminal = terminal;
        }

        @Override
        public Optional<Frame> next() throws IOException {
            int count = terminal.output().read(buffer);
            return count < 0 ? Optional.empty() : Optional.of(new Frame(Frame.STDOUT, Arrays.copyOf(buffer, count)));
        }

        @Override
        public CommandEvent end() {
            Ending ending = terminal.await();
            return CommandEvent.ended(ending, Duration.ofNanos(System.nanoTime() - began));
        }

        @Override
        public OutputStream input() {
            return terminal.input();
        }

        @Override
        public void signal(Signal signal) {
            terminal.signal(signal);
        }

        @Override
        public void resize(TerminalSize size) {
            terminal.resize(size);
        }

        @Override
        public void close() {
            terminal.close();
        }
    }
}
