package dev.sandboxed.process;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.limit.Resource;
import dev.sandboxed.api.limit.ResourceLimitException;
import dev.sandboxed.linux.internal.libc.PosixException;
import dev.sandboxed.process.internal.output.ByteFeed;
import dev.sandboxed.process.internal.output.CapturingSink;
import dev.sandboxed.process.internal.output.ChunkQueue;
import dev.sandboxed.process.internal.output.EndedExecution;
import dev.sandboxed.process.internal.output.LiveSink;
import dev.sandboxed.process.internal.posix.Wakeup;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands as processes of the host. The one place where processes are started.
 *
 * <p>Everything that can go wrong with a program is a result: 127 when it does not exist, 126 when it may not be executed.
 */
public final class ProcessRunner {

    private ProcessRunner() {}

    /**
     * Runs a command on the calling thread until it ends or its time is up.
     *
     * @throws dev.sandboxed.api.error.SandboxInterruptedException if the thread is interrupted; all of it is dead by then
     * @throws IllegalArgumentException if its arguments and environment are larger than the system takes
     * @throws ResourceLimitException if no more processes can be made
     * @throws dev.sandboxed.api.error.SandboxFileException if a file for its input or output cannot be used
     * @throws SandboxStartException if the system cannot start a process for another reason
     */
    public static ExecResult run(Launch launch) {
        Command command = launch.command();
        if (!Feeds.needsWakeup(command.stdin())) {
            return run(launch, null);
        }
        try (Wakeup wakeup = wakeup()) {
            return run(launch, wakeup);
        }
    }

    private static ExecResult run(Launch launch, @Nullable Wakeup wakeup) {
        Command command = launch.command();
        CapturingSink out = CapturingSink.of(command, Source.STDOUT);
        CapturingSink err = captureBeside(out, command);
        try (ByteFeed feed = feed(command, wakeup, out, err)) {
            Start start = begin(launch, out, err);
            return start instanceof Started started ? started.run().toEnd(feed, wakeup) : ((NotStarted) start).result();
        }
    }

    /** Opens the other output; if that fails, the first one is not left open. */
    private static CapturingSink captureBeside(CapturingSink out, Command command) {
        try {
            return CapturingSink.of(command, Source.STDERR);
        } catch (RuntimeException e) {
            out.end();
            throw e;
        }
    }

    /** Opens the input; if that fails, the outputs are not left open. */
    private static ByteFeed feed(Command command, @Nullable Wakeup wakeup, CapturingSink out, CapturingSink err) {
        try {
            return Feeds.of(command.stdin(), wakeup);
        } catch (RuntimeException e) {
            out.end();
            err.end();
            throw e;
        }
    }

    /**
     * Starts a command and talk to it while it runs. Fails as {@link #run} does, except that a missing program shows as an
     * execution that has ended already.
     *
     * @param ended told once, when it has ended
     */
    public static Execution start(Launch launch, Consumer<ExecResult> ended) {
        Command command = launch.command();
        Wakeup wakeup = wakeup();
        boolean handedOver = false;
        ByteFeed feed = null;
        try {
            ChunkQueue queue = new ChunkQueue(Source.values().length, wakeup::wake);
            CapturingSink out = CapturingSink.of(command, Source.STDOUT);
            CapturingSink err = captureBeside(out, command);
            feed = feed(command, wakeup, out, err);
            Start start =
                    begin(launch, new LiveSink(Source.STDOUT, out, queue), new LiveSink(Source.STDERR, err, queue));
            if (start instanceof Started started) {
                handedOver = true;
                return new LiveExecution(started.run(), queue, feed, wakeup, ended);
            }
            ExecResult result = ((NotStarted) start).result();
            ended.accept(result);
            return new EndedExecution(result);
        } finally {
            if (!handedOver) {
                wakeup.close();
                if (feed != null) {
                    feed.close();
                }
            }
        }
    }

    /** What came of an attempt to start. */
    private sealed interface Start {}

    private record Started(CommandRun run) implements Start {}

    private record NotStarted(ExecResult result) implements Start {}

    private static Start begin(Launch launch, CapturingSink out, CapturingSink err) {
        boolean started = false;
        try {
            ProgramLookup.Found found = ProgramLookup.find(launch.argv().get(0), launch.env(), launch.cwd());
            if (found instanceof ProgramLookup.Missing missing) {
                return notStarted(launch.command(), missing.exitCode(), missing.message());
            }
            CommandRun run = CommandRun.start(launch, ((ProgramLookup.Program) found).file(), out, err);
            started = true;
            return new Started(run);
        } catch (PosixException e) {
            return refused(launch, e);
        } finally {
            if (!started) {
                out.end();
                err.end();
            }
        }
    }

    /** Returns what is wrong with the program, which is a result, from what is wrong with the host, which is not. */
    private static Start refused(Launch launch, PosixException e) {
        String program = launch.argv().get(0);
        switch (e.error()) {
            case PosixException.ENOENT -> {
                return notStarted(launch.command(), 127, program + ": its interpreter does not exist");
            }
            case PosixException.ETXTBSY -> {
                return notStarted(launch.command(), 126, program + ": is open for writing");
            }
            case PosixException.ENOTDIR -> {
                return notStarted(launch.command(), 126, program + ": a part of its path is not a directory");
            }
            case PosixException.EACCES -> {
                return notStarted(launch.command(), 126, program + ": permission denied");
            }
            case PosixException.ENOEXEC -> {
                return notStarted(launch.command(), 126, program + ": not a program this machine can execute");
            }
            case PosixException.E2BIG ->
                throw new IllegalArgumentException(
                        "The arguments and environment of '" + program + "' are too large for this system: "
                                + size(launch) + " bytes; pass large data as stdin or as a file",
                        e);
            case PosixException.EAGAIN ->
                throw new ResourceLimitException(
                        Resource.PROCESSES,
                        "the limit of this user or host",
                        "one more",
                        Fault.of("No process could be made for '" + program + "': the limit of processes is reached")
                                .remedy("end other processes, or raise the limit (ulimit -u)")
                                .cause(e));
            default ->
                throw new SandboxStartException(Fault.of("Cannot start '" + program + "': " + e.getMessage())
                        .remedy("./sandboxed doctor tells whether processes can be started here at all")
                        .cause(e));
        }
    }

    private static long size(Launch launch) {
        long arguments = launch.argv().stream().mapToLong(String::length).sum();
        return launch.env().entrySet().stream()
                .mapToLong(entry -> entry.getKey().length() + entry.getValue().length() + 2)
                .reduce(arguments, Long::sum);
    }

    private static NotStarted notStarted(Command command, int exitCode, String message) {
        byte[] line = ("sandboxed: " + message + "\n").getBytes(StandardCharsets.UTF_8);
        return new NotStarted(
                new ExecResult(command, Ending.exited(exitCode), Output.EMPTY, Output.of(line), Duration.ZERO));
    }

    private static Wakeup wakeup() {
        try {
            return new Wakeup();
        } catch (PosixException e) {
            throw new SandboxStartException(Fault.of("Cannot open a pipe: " + e.getMessage())
                    .remedy("raise the limit of open files (ulimit -n)")
                    .cause(e));
        }
    }
}
