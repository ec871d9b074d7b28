package dev.sandboxed.mutants.internal;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * What looks like a terminal from outside and is a pair of pipes inside, as with a runtime that was not asked for one.
 *
 * @param running the command on the pipes
 */
public record PipeTerminal(Execution running) implements Terminal {

    /** Starts a command on pipes. */
    public static PipeTerminal open(Sandbox sandbox, Command command) {
        return new PipeTerminal(sandbox.start(command.stdin(Stdin.open())));
    }

    @Override
    public OutputStream input() {
        return running.stdin();
    }

    @Override
    public InputStream output() {
        return new Mixed();
    }

    @Override
    public void resize(TerminalSize size) {
        // A pipe has no size.
    }

    @Override
    public void signal(Signal signal) {
        running.signal(signal);
    }

    @Override
    public Ending await() {
        return running.await().ending();
    }

    @Override
    public void close() {
        running.close();
    }

    /** Both outputs in one stream, as they come. */
    private final class Mixed extends InputStream {

        private ByteArrayInputStream chunk = new ByteArrayInputStream(new byte[0]);

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (chunk.available() == 0) {
                chunk = new ByteArrayInputStream(
                        running.next().map(OutputChunk::bytes).orElseGet(() -> new byte[0]));
            }
            return chunk.read(target, offset, length);
        }
    }
}
