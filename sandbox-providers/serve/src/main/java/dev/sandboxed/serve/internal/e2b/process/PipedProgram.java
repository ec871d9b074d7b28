package dev.sandboxed.serve.internal.e2b.process;

import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.serve.internal.connect.ConnectError;
import dev.sandboxed.serve.internal.e2b.process.ProcessEvent.Data;
import dev.sandboxed.serve.internal.e2b.process.ProcessEvent.Source;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;

/** A command on pipes. */
final class PipedProgram implements Program {

    private static final int LARGEST_PIECE = 32 * 1024;

    private final Execution execution;
    private final boolean hasInput;
    private final Deque<Data> ready = new ArrayDeque<>();
    private boolean begun;
    private boolean inputClosed;

    PipedProgram(Execution execution, boolean hasInput) {
        this.execution = execution;
        this.hasInput = hasInput;
    }

    @Override
    public Optional<Data> next() {
        while (ready.isEmpty()) {
            Optional<OutputChunk> chunk = execution.next();
            if (chunk.isEmpty()) {
                return Optional.empty();
            }
            split(chunk.get());
        }
        return Optional.of(ready.remove());
    }

    private void split(OutputChunk chunk) {
        Source source = chunk.source() == OutputChunk.Source.STDOUT ? Source.STDOUT : Source.STDERR;
        byte[] bytes = begun ? chunk.bytes() : NoSuchProgram.reworded(execution, source, chunk.bytes());
        begun = true;
        for (int at = 0; at < bytes.length; at += LARGEST_PIECE) {
            ready.add(new Data(source, Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + LARGEST_PIECE))));
        }
    }

    @Override
    public Ending await() {
        return execution.await().ending();
    }

    @Override
    public synchronized void write(byte[] input, boolean toTerminal) throws IOException {
        if (toTerminal) {
            throw Refusals.internal("tty not assigned to process");
        }
        OutputStream stdin = openInput();
        stdin.write(input);
        stdin.flush();
    }

    @Override
    public synchronized void closeInput() throws IOException {
        if (hasInput && !inputClosed) {
            inputClosed = true;
            execution.stdin().close();
        }
    }

    private OutputStream openInput() throws ConnectError {
        if (!hasInput || inputClosed) {
            throw Refusals.internal(hasInput ? "stdin is closed" : "stdin not enabled or closed");
        }
        return execution.stdin();
    }

    @Override
    public void signal(Signal signal) {
        execution.signal(signal);
    }

    @Override
    public void resize(TerminalSize size) throws ConnectError {
        throw Refusals.internal("tty not assigned to process");
    }
}
