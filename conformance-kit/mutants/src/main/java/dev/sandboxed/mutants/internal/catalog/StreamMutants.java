package dev.sandboxed.mutants.internal.catalog;

import static dev.sandboxed.mutants.internal.Calls.idle;
import static dev.sandboxed.mutants.internal.Mutant.mutant;
import static dev.sandboxed.mutants.internal.Mutant.together;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.mutants.internal.BrokenOutputs;
import dev.sandboxed.mutants.internal.Changed;
import dev.sandboxed.mutants.internal.ChangedExecution;
import dev.sandboxed.mutants.internal.ChangedTerminal;
import dev.sandboxed.mutants.internal.MutantBuilder;
import dev.sandboxed.mutants.internal.PipeTerminal;
import dev.sandboxed.mutants.internal.TriFunction;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Running commands that cannot be talked to, and terminals that are none. */
final class StreamMutants {

    private static final int MANY = 40;

    private StreamMutants() {}

    static List<MutantBuilder> all() {
        return together(outputs(), watchers(), inputs(), ends(), terminals());
    }

    private static List<MutantBuilder> outputs() {
        return List.of(
                mutant("hands-output-on-in-full-blocks", "STREAM-1", "did not arrive while the command was running")
                        .execution(BrokenOutputs::inBlocks),
                mutant("takes-stderr-for-stdout", "STREAM-2", "the chunks of stdout are not")
                        .execution(
                                BrokenOutputs.each(chunk -> new OutputChunk(OutputChunk.Source.STDOUT, chunk.bytes()))),
                mutant("cuts-long-chunks", "STREAM-2", "lines that were printed")
                        .execution(BrokenOutputs.each(BrokenOutputs::cut)),
                mutant("turns-long-chunks-around", "STREAM-2", "in their order")
                        .execution(BrokenOutputs.each(BrokenOutputs::turnAround)),
                mutant("tells-the-end-of-output-only-once", "STREAM-2", "another chunk after the end")
                        .execution(BrokenOutputs::endsOnce),
                mutant("reads-output-ahead-without-bound", "STREAM-3", "memory fills")
                        .execution(BrokenOutputs::eager));
    }

    private static List<MutantBuilder> watchers() {
        return List.of(
                mutant("tells-watchers-when-all-is-over", "STREAM-7", "not told a line while")
                        .exec(StreamMutants::isWatched, StreamMutants::toldAfterwards),
                mutant("tells-watchers-stderr-as-stdout", "STREAM-7", "is not that of its result")
                        .exec(StreamMutants::isWatched, (sandbox, command) -> sandbox.exec(asStdout(command))),
                mutant("forgets-who-watches-what-is-read", "STREAM-7", "is not that of its result")
                        .start((sandbox, command) -> sandbox.start(command.onOutput(chunk -> {}))));
    }

    private static boolean isWatched(Command command) {
        return command.outputWatcher().isPresent();
    }

    private static ExecResult toldAfterwards(Sandbox sandbox, Command command) {
        List<OutputChunk> held = Collections.synchronizedList(new ArrayList<>());
        ExecResult result = sandbox.exec(command.onOutput(held::add));
        held.forEach(command.outputWatcher().orElseThrow());
        return result;
    }

    private static Command asStdout(Command command) {
        Consumer<OutputChunk> watcher = command.outputWatcher().orElseThrow();
        return command.onOutput(chunk -> watcher.accept(new OutputChunk(OutputChunk.Source.STDOUT, chunk.bytes())));
    }

    private static List<MutantBuilder> inputs() {
        return List.of(
                mutant("keeps-stdin-back-until-it-is-closed", "STREAM-4", "flushed did not arrive")
                        .execution(stdin(StreamMutants::withoutFlush)),
                mutant("never-closes-stdin", "STREAM-4", "did not meet the end of its stdin")
                        .execution(stdin(StreamMutants::withoutClose)));
    }

    private static List<MutantBuilder> ends() {
        return List.of(
                mutant("forgets-signals", "STREAM-5", "await did not return")
                        .execution(working -> new ChangedExecution(working) {
                            @Override
                            public void signal(Signal signal) {}
                        }),
                mutant("tells-a-signal-of-a-started-command-as-an-exit", "STREAM-5", "is told to have ended otherwise")
                        .execution(working -> new ChangedExecution(working) {
                            @Override
                            public ExecResult await() {
                                ExecResult run = running().await();
                                return Changed.ending(run, Ending.exited(run.exitCode()));
                            }
                        }),
                mutant("kills-politely", "STREAM-5", "await did not return")
                        .execution(working -> new ChangedExecution(working) {
                            @Override
                            public void kill() {
                                running().signal(Signal.TERM);
                            }
                        }),
                mutant("closing-a-handle-leaves-the-command")
                        .breaks("STREAM-6", "a command goes on after its handle was closed")
                        .execution(working -> new ChangedExecution(working) {
                            @Override
                            public void close() {}
                        }),
                mutant("closing-a-handle-leaves-grandchildren", "STREAM-6", "what a command started goes on")
                        .execution(working -> new ChangedExecution(working) {
                            @Override
                            public void close() {
                                if (running().isRunning()) {
                                    running().signal(Signal.KILL);
                                    running().await();
                                }
                            }
                        }));
    }

    private static List<MutantBuilder> terminals() {
        return List.of(
                mutant("gives-pipes-for-a-terminal", "TERM-1", "is no terminal")
                        .breaks("TERM-2", "has another size inside")
                        .breaks("TERM-3", "Ctrl-C")
                        .terminal((sandbox, command, size) -> PipeTerminal.open(sandbox, command)),
                mutant("opens-every-terminal-with-80-columns", "TERM-2", "was opened with")
                        .terminal((sandbox, command, size) -> sandbox.terminal(command, TerminalSize.DEFAULT)),
                mutant("forgets-to-resize", "TERM-2", "was changed to")
                        .terminal((sandbox, command, size) -> new ChangedTerminal(sandbox.terminal(command, size)) {
                            @Override
                            public void resize(TerminalSize other) {}
                        }),
                mutant("swallows-control-keys", "TERM-3", "Ctrl-C")
                        .terminal((sandbox, command, size) -> new ChangedTerminal(sandbox.terminal(command, size)) {
                            @Override
                            public OutputStream input() {
                                return withoutControlKeys(super.input());
                            }
                        }),
                mutant("terminals-always-end-well", "TERM-4", "is told to have ended otherwise")
                        .terminal((sandbox, command, size) -> new ChangedTerminal(sandbox.terminal(command, size)) {
                            @Override
                            public Ending await() {
                                super.await();
                                return Ending.exited(0);
                            }
                        }),
                mutant("cuts-many-arguments-for-a-terminal", "TERM-5", "did not reach")
                        .terminal(underMany(command -> Command.of(command.argv().subList(0, MANY)))),
                mutant("waits-for-ever-with-many-arguments-for-a-terminal", "TERM-5", "neither taken nor refused")
                        .terminal(underMany(command -> {
                            idle(Duration.ofSeconds(9));
                            return command;
                        })),
                mutant("breaks-down-under-many-arguments-for-a-terminal")
                        .breaks("TERM-5", "without saying that they are too large")
                        .terminal(underMany(command -> {
                            throw new SandboxTransportException(Fault.of("connection reset by peer"));
                        })));
    }

    /** Changes commands with many arguments. */
    private static TriFunction<Sandbox, Command, TerminalSize, Terminal> underMany(UnaryOperator<Command> change) {
        return (sandbox, command, size) ->
                sandbox.terminal(command.argv().size() > MANY ? change.apply(command) : command, size);
    }

    private static UnaryOperator<Execution> stdin(UnaryOperator<OutputStream> change) {
        return working -> new ChangedExecution(working) {
            @Override
            public OutputStream stdin() {
                return change.apply(running().stdin());
            }
        };
    }

    private static OutputStream withoutFlush(OutputStream working) {
        return new BufferedOutputStream(working) {
            @Override
            public synchronized void flush() {}

            @Override
            public void close() throws IOException {
                super.flush();
                working.close();
            }
        };
    }

    private static OutputStream withoutClose(OutputStream working) {
        return new FilterOutputStream(working) {
            @Override
            public void close() throws IOException {
                flush();
            }
        };
    }

    private static OutputStream withoutControlKeys(OutputStream working) {
        return new FilterOutputStream(working) {
            @Override
            public void write(int key) throws IOException {
                if (key >= ' ' || key == '\n') {
                    super.write(key);
                }
            }
        };
    }
}
