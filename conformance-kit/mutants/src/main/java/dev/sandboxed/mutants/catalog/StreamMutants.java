package dev.sandboxed.mutants.catalog;

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
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.mutants.BrokenOutputs;
import dev.sandboxed.mutants.ChangedExecution;
import dev.sandboxed.mutants.ChangedTerminal;
import dev.sandboxed.mutants.Mutant;
import dev.sandboxed.mutants.MutantBuilder;
import dev.sandboxed.mutants.PipeTerminal;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Running commands that cannot be talked to, and terminals that are none. */
final class StreamMutants {

    private static final int MANY = 40;

    private StreamMutants() {}

    static List<Mutant> all() {
        return Stream.of(outputs(), inputs(), ends(), terminals())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Mutant> outputs() {
        return List.of(
                execution(
                        Mutant.named("hands-output-on-in-full-blocks")
                                .breaks("STREAM-1", "did not arrive while the command was running"),
                        BrokenOutputs::inBlocks),
                execution(
                        Mutant.named("takes-stderr-for-stdout").breaks("STREAM-2", "the chunks of stdout are not"),
                        BrokenOutputs.each(chunk -> new OutputChunk(OutputChunk.Source.STDOUT, chunk.bytes()))),
                execution(
                        Mutant.named("cuts-long-chunks").breaks("STREAM-2", "lines that were printed"),
                        BrokenOutputs.each(BrokenOutputs::cut)),
                execution(
                        Mutant.named("turns-long-chunks-around").breaks("STREAM-2", "in their order"),
                        BrokenOutputs.each(BrokenOutputs::turnAround)),
                execution(
                        Mutant.named("tells-the-end-of-output-only-once")
                                .breaks("STREAM-2", "another chunk after the end"),
                        BrokenOutputs::endsOnce),
                execution(
                        Mutant.named("reads-output-ahead-without-bound").breaks("STREAM-3", "memory fills"),
                        BrokenOutputs::eager));
    }

    private static List<Mutant> inputs() {
        return List.of(
                execution(
                        Mutant.named("keeps-stdin-back-until-it-is-closed")
                                .breaks("STREAM-4", "flushed did not arrive"),
                        stdin(StreamMutants::withoutFlush)),
                execution(
                        Mutant.named("never-closes-stdin").breaks("STREAM-4", "did not meet the end of its stdin"),
                        stdin(StreamMutants::withoutClose)));
    }

    private static List<Mutant> ends() {
        return List.of(
                execution(
                        Mutant.named("forgets-signals").breaks("STREAM-5", "await did not return"),
                        working -> new ChangedExecution(working) {
                            @Override
                            public void signal(Signal signal) {}
                        }),
                execution(
                        Mutant.named("tells-a-signal-of-a-started-command-as-an-exit")
                                .breaks("STREAM-5", "is told to have ended otherwise"),
                        working -> new ChangedExecution(working) {
                            @Override
                            public ExecResult await() {
                                ExecResult run = running().await();
                                Ending exit = Ending.exited(run.exitCode());
                                return new ExecResult(
                                        run.command(), exit, run.out(), run.err(), run.duration(), run.ranIn());
                            }
                        }),
                execution(
                        Mutant.named("kills-politely").breaks("STREAM-5", "await did not return"),
                        working -> new ChangedExecution(working) {
                            @Override
                            public void kill() {
                                running().signal(Signal.TERM);
                            }
                        }),
                execution(
                        Mutant.named("closing-a-handle-leaves-the-command")
                                .breaks("STREAM-6", "a command goes on after its handle was closed"),
                        working -> new ChangedExecution(working) {
                            @Override
                            public void close() {}
                        }),
                execution(
                        Mutant.named("closing-a-handle-leaves-grandchildren")
                                .breaks("STREAM-6", "what a command started goes on"),
                        working -> new ChangedExecution(working) {
                            @Override
                            public void close() {
                                if (running().isRunning()) {
                                    running().signal(Signal.KILL);
                                    running().await();
                                }
                            }
                        }));
    }

    private static List<Mutant> terminals() {
        return List.of(
                terminal(
                        Mutant.named("gives-pipes-for-a-terminal")
                                .breaks("TERM-1", "is no terminal")
                                .breaks("TERM-2", "has another size inside")
                                .breaks("TERM-3", "Ctrl-C"),
                        (sandbox, command, size) -> PipeTerminal.open(sandbox, command)),
                terminal(
                        Mutant.named("opens-every-terminal-with-80-columns").breaks("TERM-2", "was opened with"),
                        (sandbox, command, size) -> sandbox.terminal(command, TerminalSize.DEFAULT)),
                terminal(
                        Mutant.named("forgets-to-resize").breaks("TERM-2", "was changed to"),
                        (sandbox, command, size) -> new ChangedTerminal(sandbox.terminal(command, size)) {
                            @Override
                            public void resize(TerminalSize other) {}
                        }),
                terminal(
                        Mutant.named("swallows-control-keys").breaks("TERM-3", "Ctrl-C"),
                        (sandbox, command, size) -> new ChangedTerminal(sandbox.terminal(command, size)) {
                            @Override
                            public OutputStream input() {
                                return withoutControlKeys(super.input());
                            }
                        }),
                terminal(
                        Mutant.named("terminals-always-end-well").breaks("TERM-4", "is told to have ended otherwise"),
                        (sandbox, command, size) -> new ChangedTerminal(sandbox.terminal(command, size)) {
                            @Override
                            public Ending await() {
                                super.await();
                                return Ending.exited(0);
                            }
                        }),
                terminal(
                        Mutant.named("cuts-many-arguments-for-a-terminal").breaks("TERM-5", "did not reach"),
                        (sandbox, command, size) -> sandbox.terminal(
                                hasMany(command) ? Command.of(command.argv().subList(0, MANY)) : command, size)),
                terminal(
                        Mutant.named("waits-for-ever-with-many-arguments-for-a-terminal")
                                .breaks("TERM-5", "neither taken nor refused"),
                        (sandbox, command, size) -> {
                            if (hasMany(command)) {
                                HealthMutants.idle(Duration.ofSeconds(9));
                            }
                            return sandbox.terminal(command, size);
                        }),
                terminal(
                        Mutant.named("breaks-down-under-many-arguments-for-a-terminal")
                                .breaks("TERM-5", "without saying that they are too large"),
                        (sandbox, command, size) -> {
                            if (hasMany(command)) {
                                throw new SandboxTransportException(Fault.of("connection reset by peer"));
                            }
                            return sandbox.terminal(command, size);
                        }));
    }

    private static boolean hasMany(Command command) {
        return command.argv().size() > MANY;
    }

    private static Mutant execution(MutantBuilder mutant, UnaryOperator<Execution> change) {
        return mutant.sandbox(working -> new ForwardingSandbox(working) {
            @Override
            public Execution start(Command command) {
                return change.apply(sandbox().start(command));
            }
        });
    }

    private static Mutant terminal(MutantBuilder mutant, Opening opening) {
        return mutant.sandbox(working -> new ForwardingSandbox(working) {
            @Override
            public Terminal terminal(Command command, TerminalSize size) {
                return opening.open(sandbox(), command, size);
            }
        });
    }

    /** Opens a terminal in a working sandbox. */
    @FunctionalInterface
    private interface Opening {
        Terminal open(Sandbox sandbox, Command command, TerminalSize size);
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
