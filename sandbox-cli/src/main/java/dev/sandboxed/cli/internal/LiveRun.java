package dev.sandboxed.cli.internal;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.core.internal.config.Durations;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

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

    /**
     * What is told about a command before and after it runs.
     *
     * @param host who is told
     * @param remedy what to do for more {@code timeout}, {@code memory} or {@code disk}
     */
    record Notes(Host host, UnaryOperator<String> remedy) {

        /**
         * Warns of a provider that isolates nothing.
         *
         * @param advice what to do about it; may be empty
         */
        void warnOfWeakness(String provider, Isolation isolation, String advice) {
            if (isolation == Isolation.PROCESS) {
                host.tell("warning: provider '" + provider
                        + "' isolates nothing: the command can read and change whatever you can" + advice);
            }
        }

        /** Says what ended a command if it was not the command itself, and returns the code to exit with. */
        int exitCode(Ending ending, Duration timeout) {
            if (ending.outcome() == Outcome.TIMED_OUT) {
                host.tell("the command was killed after " + Durations.write(timeout) + remedyFor("timeout"));
                return ExitCode.TIMED_OUT;
            }
            if (ending.outcome() == Outcome.OUT_OF_MEMORY) {
                host.tell("the command was killed for lack of memory" + remedyFor("memory"));
            }
            if (ending.outcome() == Outcome.OUT_OF_DISK) {
                host.tell("hardly any room was left on the disk when the command failed" + remedyFor("disk"));
            }
            return ending.exitCode();
        }

        private String remedyFor(String what) {
            return "\n  remedy: " + remedy.apply(what);
        }
    }
}
