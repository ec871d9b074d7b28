package dev.sandboxed.mutants.internal;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spi.ForwardingSandbox;
import java.time.Duration;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The ways to break a sandbox.
 *
 * <p>Each verb takes what is called instead of one method: a function of the working sandbox and of the arguments. All other
 * methods still work.
 */
public abstract sealed class SandboxVerbs extends FileVerbs permits MutantBuilder {

    /** Breaks every sandbox, whether it was created, connected to or restored. */
    public abstract MutantBuilder sandbox(UnaryOperator<Sandbox> change);

    /** Makes a change that makes a difference to some calls only. */
    abstract MutantBuilder affecting(Predicate<ProviderCall> calls, Runnable change);

    private MutantBuilder sandbox(String verb, UnaryOperator<Sandbox> change) {
        return affecting(ProviderCall.of(verb), () -> sandbox(change));
    }

    @Override
    MutantBuilder files(String verb, UnaryOperator<SandboxFiles> change) {
        return affecting(ProviderCall.of(verb), () -> files(change));
    }

    @Override
    public MutantBuilder files(UnaryOperator<SandboxFiles> change) {
        return sandbox(working -> new ForwardingSandbox(working) {
            @Override
            public SandboxFiles files() {
                return change.apply(sandbox().files());
            }
        });
    }

    public MutantBuilder info(Function<Sandbox, SandboxInfo> instead) {
        return sandbox("info", working -> new ForwardingSandbox(working) {
            @Override
            public SandboxInfo info() {
                return instead.apply(sandbox());
            }
        });
    }

    public MutantBuilder waitFor(TriFunction<Sandbox, SandboxState, Duration, Boolean> instead) {
        return sandbox("waitFor", working -> new ForwardingSandbox(working) {
            @Override
            public boolean waitFor(SandboxState wanted, Duration timeout) {
                return instead.apply(sandbox(), wanted, timeout);
            }
        });
    }

    public MutantBuilder usage(Function<Sandbox, Usage> instead) {
        return sandbox(working -> new ForwardingSandbox(working) {
            @Override
            public Usage usage() {
                return instead.apply(sandbox());
            }
        });
    }

    public MutantBuilder exec(BiFunction<Sandbox, Command, ExecResult> instead) {
        return sandbox("exec", working -> new ForwardingSandbox(working) {
            @Override
            public ExecResult exec(Command command) {
                return instead.apply(sandbox(), command);
            }
        });
    }

    /** Breaks how some commands are run to their end. */
    public MutantBuilder exec(Predicate<Command> which, BiFunction<Sandbox, Command, ExecResult> instead) {
        return affecting(
                ProviderCall.asking(Command.class, which),
                () -> exec((sandbox, command) ->
                        which.test(command) ? instead.apply(sandbox, command) : sandbox.exec(command)));
    }

    /** Breaks commands before they are run to their end; the result still tells the one that was asked for. */
    public MutantBuilder command(UnaryOperator<Command> change) {
        Predicate<Command> differs = asked -> !Changed.equal(asked, change.apply(asked));
        return exec(differs, (sandbox, asked) -> {
            ExecResult run = sandbox.exec(change.apply(asked));
            return new ExecResult(asked, run.ending(), run.out(), run.err(), run.duration(), run.place());
        });
    }

    /** Breaks the results of commands, by a function that does nothing else. */
    public MutantBuilder result(UnaryOperator<ExecResult> change) {
        return affecting(
                ProviderCall.answering(ExecResult.class, run -> !Changed.equal(run, change.apply(run))),
                () -> exec((sandbox, command) -> change.apply(sandbox.exec(command))));
    }

    public MutantBuilder start(BiFunction<Sandbox, Command, Execution> instead) {
        return sandbox("start", working -> new ForwardingSandbox(working) {
            @Override
            public Execution start(Command command) {
                return instead.apply(sandbox(), command);
            }
        });
    }

    /** Breaks commands that were started. */
    public MutantBuilder execution(UnaryOperator<Execution> change) {
        return start((sandbox, command) -> change.apply(sandbox.start(command)));
    }

    public MutantBuilder terminal(TriFunction<Sandbox, Command, TerminalSize, Terminal> instead) {
        return sandbox(working -> new ForwardingSandbox(working) {
            @Override
            public Terminal terminal(Command command, TerminalSize size) {
                return instead.apply(sandbox(), command, size);
            }
        });
    }

    public MutantBuilder snapshot(BiFunction<Sandbox, SnapshotOptions, Snapshot> instead) {
        return sandbox(working -> new ForwardingSandbox(working) {
            @Override
            public Snapshot snapshot(SnapshotOptions options) {
                return instead.apply(sandbox(), options);
            }
        });
    }

    public MutantBuilder stop(Consumer<Sandbox> instead) {
        return sandbox(working -> new ForwardingSandbox(working) {
            @Override
            public void stop() {
                instead.accept(sandbox());
            }
        });
    }

    public MutantBuilder resume(Consumer<Sandbox> instead) {
        return sandbox(working -> new ForwardingSandbox(working) {
            @Override
            public void resume() {
                instead.accept(sandbox());
            }
        });
    }

    public MutantBuilder close(Consumer<Sandbox> instead) {
        return sandbox(working -> new ForwardingSandbox(working) {
            @Override
            public void close() {
                instead.accept(sandbox());
            }
        });
    }

    /** Keeps the id of every sandbox that is closed, for the verbs before it. */
    public MutantBuilder noting(Set<String> closed) {
        return affecting(
                ProviderCall.NONE,
                () -> close(sandbox -> {
                    closed.add(sandbox.id());
                    sandbox.close();
                }));
    }
}
