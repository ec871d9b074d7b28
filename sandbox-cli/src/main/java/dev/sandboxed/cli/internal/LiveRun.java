package dev.sandboxed.cli.internal;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.limit.DataSize;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Optional;

/** Runs a command and passes its output on, byte by byte. */
final class LiveRun {

    private final Host host;

    LiveRun(Host host) {
        this.host = host;
    }

    /**
     * Passes the output on while the command runs.
     *
     * @throws IOException if the output cannot be written; the command is killed
     */
    ExecResult stream(Sandbox sandbox, Command command) throws IOException {
        // Nothing is kept: all of it was passed on already when the result is asked for.
        try (Execution execution = sandbox.start(command.outputLimit(DataSize.ZERO))) {
            for (Optional<OutputChunk> chunk = execution.next(); chunk.isPresent(); chunk = execution.next()) {
                write(streamFor(chunk.get().source()), chunk.get().bytes());
            }
            return execution.await();
        }
    }

    /**
     * Passes the output on when the command has ended, for providers that cannot do it earlier.
     *
     * @throws IOException if the output cannot be written
     */
    ExecResult afterwards(Sandbox sandbox, Command command) throws IOException {
        ExecResult result = sandbox.exec(command);
        write(host.out(), result.stdoutBytes());
        write(host.err(), result.stderrBytes());
        if (result.truncated()) {
            host.tell("warning: this provider cannot stream, and of each output only the first " + command.outputLimit()
                    + " were kept");
        }
        return result;
    }

    private OutputStream streamFor(OutputChunk.Source source) {
        return source == OutputChunk.Source.STDOUT ? host.out() : host.err();
    }

    private static void write(OutputStream target, byte[] bytes) throws IOException {
        target.write(bytes);
        target.flush();
        if (target instanceof PrintStream keepsErrorsToItself && keepsErrorsToItself.checkError()) {
            throw new IOException("Standard error cannot be written");
        }
    }
}
