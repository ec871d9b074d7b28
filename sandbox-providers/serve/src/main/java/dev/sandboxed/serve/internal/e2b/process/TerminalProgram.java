package dev.sandboxed.serve.internal.e2b.process;

import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.serve.internal.connect.ConnectError;
import dev.sandboxed.serve.internal.e2b.process.ProcessEvent.Data;
import dev.sandboxed.serve.internal.e2b.process.ProcessEvent.Source;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Optional;

/** A command on a terminal. */
final class TerminalProgram implements Program {

    private static final int LARGEST_PIECE = 16 * 1024;

    private final Terminal terminal;
    private final byte[] buffer = new byte[LARGEST_PIECE];

    TerminalProgram(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Optional<Data> next() {
        try {
            int count = terminal.output().read(buffer);
            return count < 0 ? Optional.empty() : Optional.of(new Data(Source.PTY, Arrays.copyOf(buffer, count)));
        } catch (IOException closed) {
            // A terminal whose last process is gone cannot be read any more, and some say so with an error.
            return Optional.empty();
        }
    }

    @Override
    public Ending await() {
        try (terminal) {
            return terminal.await();
        }
    }

    @Override
    public synchronized void write(byte[] input, boolean toTerminal) throws IOException {
        if (!toTerminal) {
            throw Refusals.internal("stdin not enabled or closed: the process has a tty");
        }
        OutputStream keyboard = terminal.input();
        keyboard.write(input);
        keyboard.flush();
    }

    @Override
    public void closeInput() throws IOException {
        throw Refusals.internal("cannot close stdin of a process with a tty; send byte 4 instead");
    }

    @Override
    public void signal(Signal signal) {
        terminal.signal(signal);
    }

    @Override
    public void resize(TerminalSize size) throws ConnectError {
        terminal.resize(size);
    }
}
